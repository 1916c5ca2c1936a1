"""HTML and Markdown to text and entities."""
