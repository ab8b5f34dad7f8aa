"""What a body may touch: rigid shapes by their signed distance, and the law of contact with them."""
