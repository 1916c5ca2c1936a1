"""Every fault that a host meets, injected and counted; `make faults` writes `docs/reliability.md`."""
