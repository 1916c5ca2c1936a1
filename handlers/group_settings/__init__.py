"""/settings: what an admin sees and changes in private."""
