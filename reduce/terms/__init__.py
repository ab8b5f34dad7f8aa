"""Projections of a body's terms onto a basis, a term a file; names are those of `runtime.body.terms`."""
