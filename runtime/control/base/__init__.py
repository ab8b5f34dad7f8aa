"""The base of all controllers: costs, policies, and the affine law that most of them share."""
