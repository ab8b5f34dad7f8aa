"""The viewer's parts for smoke."""
