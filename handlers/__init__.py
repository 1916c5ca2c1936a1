"""What a tap or a message means: update → command. Nothing here decides, stores or words anything."""
