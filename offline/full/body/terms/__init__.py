"""What acts on a full body besides its material, a term a file; names are those of `runtime.body.terms`."""
