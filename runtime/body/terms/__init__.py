"""Terms, which act on a reduced body besides its material, one in each file; `term` defines them."""
