"""What acts on a reduced body besides its material, a term a file; `term` says what a term is."""
