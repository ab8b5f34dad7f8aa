"""Communication between the viewer's processes and pages."""
