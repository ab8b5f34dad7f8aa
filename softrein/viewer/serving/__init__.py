"""Between the viewer and the network: who is let in, what may come over, and how files go out."""
