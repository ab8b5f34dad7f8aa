"""What a robot knows of its body: measured places, and the Kalman filter that makes a state of them."""
