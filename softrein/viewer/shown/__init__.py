"""Parts of pages' pictures: drives, targets, what a flow carries, and plans."""
