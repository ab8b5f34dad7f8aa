"""The commands of `softrein`."""
