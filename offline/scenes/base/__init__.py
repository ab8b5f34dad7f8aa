"""What scenes of every kind share."""
