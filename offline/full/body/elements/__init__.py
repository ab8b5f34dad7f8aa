"""Contributions of single tetrahedra, and of patches of them, to a body's forces and stiffness."""
