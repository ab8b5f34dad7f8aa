"""Points over time from files: animations, as other programs and the exports write them."""
