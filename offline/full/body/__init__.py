"""Full soft bodies: elements, materials, loads, steps, solvers."""
