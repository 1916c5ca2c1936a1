"""Updates on their way in: polling, order, flood control, handling, and those that failed."""
