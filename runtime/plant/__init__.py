"""The base of reduced plants, their inputs, and the motion that they follow."""
