"""The basis of all other packages of the run time; it imports none of them."""
