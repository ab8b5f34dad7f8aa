"""Controllers on the full models, and what becomes of them where these are not as the bundle was made."""
