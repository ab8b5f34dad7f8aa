"""Contact of a body: rigid shapes by their signed distance, and the law of contact with them."""
