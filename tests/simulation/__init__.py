"""The whole shell in a small world of its own: time, network, store and death come from one seed."""
