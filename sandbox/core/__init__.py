"""What all packages of the sandbox use: JSON, refusals, size limits. Imports nothing of them."""
