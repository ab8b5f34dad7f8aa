"""What single tetrahedra, and patches of them, give to the forces and the stiffness of a body."""
