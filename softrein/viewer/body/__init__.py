"""The viewer's parts for bodies."""
