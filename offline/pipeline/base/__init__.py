"""What the stages of every kind of scene stand on."""
