"""/plan and the buttons of planned evenings."""
