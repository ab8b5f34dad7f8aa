"""A full body whose held region moves: its motion, and the forces of inertia in its frame."""
