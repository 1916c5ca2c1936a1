"""/settings: the menu in which an admin sees and changes a group's settings in private."""
