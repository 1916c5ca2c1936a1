"""Tests of the whole host on a virtual clock, with a store without threads and a Telegram in memory."""
