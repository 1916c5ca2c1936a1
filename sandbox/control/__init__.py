"""What the page and tests call: commands that set up people and groups and act for them, and what people see."""
