"""Bodies made by code, and stored meshes of those that take long to make."""
