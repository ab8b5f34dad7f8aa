"""Plants in time and what drives them: articulated bodies in MuJoCo, particles on curves, a pendulum."""
