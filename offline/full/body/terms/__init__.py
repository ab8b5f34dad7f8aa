"""Terms: forces on a full body besides its material's, one file each, named as in `runtime.body.terms`."""
