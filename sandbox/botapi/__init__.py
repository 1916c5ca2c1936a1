"""What bots call: the HTTP endpoint, its methods, rate limits, update queues and webhooks."""
