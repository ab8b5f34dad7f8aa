"""What a bundle holds of on the model that it was made from: measured, and kept."""
