"""The functions that `softrein` exports: to make, tune and verify bundles, and to change their motion."""
