"""A person who judges beside the bot: appointment and panel."""
