"""Full runs, on many processes, and their snapshots."""
