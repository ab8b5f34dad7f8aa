"""What every reduced plant is, what moves it, and the motion that it follows."""
