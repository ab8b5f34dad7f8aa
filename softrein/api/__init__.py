"""What `softrein` exports: bundles made, tuned, and led through key-frames."""
