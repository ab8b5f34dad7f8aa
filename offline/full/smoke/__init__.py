"""Full smoke on a MAC grid."""
