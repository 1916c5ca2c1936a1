"""The whole shell on a clock that jumps, a store without threads and a Telegram in memory."""
