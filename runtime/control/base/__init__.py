"""What controllers stand on: costs, policies, the law that most of them share."""
