"""How quick softrein is, each measurement a ratio against something else in the same run."""
