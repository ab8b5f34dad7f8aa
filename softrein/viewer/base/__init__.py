"""What the viewer's processes and pages say to each other."""
