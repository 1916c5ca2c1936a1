"""The shell around the engine: what makes a decided thing durable and visible."""
