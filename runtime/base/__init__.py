"""What everything else in the run time stands on: it imports nothing from above."""
