"""A body that is carried: by its handle, which moves rigidly."""
