"""What whoever runs the host needs: log, metrics, health, backup, chores, troubles and how they are told."""
