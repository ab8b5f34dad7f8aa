"""The viewer's access to the network: admission, limits on requests, and files."""
