"""Bodies made by code, and those that are kept because making them takes long."""
