"""Projections of a body's terms onto a basis, one file for each term, named as in `runtime.body.terms`."""
