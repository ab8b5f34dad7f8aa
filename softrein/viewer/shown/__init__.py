"""Parts of what pages draw: drives, targets, what a flow carries, what is planned."""
