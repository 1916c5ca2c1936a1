"""Every call that the host makes to the Bot API in fixed scenarios: what a change of the code alone must keep."""
