"""The bundle: its record, its file, resampling."""
