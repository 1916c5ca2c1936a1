"""Benchmarks that measure speeds side by side in one run: `make bench`."""
