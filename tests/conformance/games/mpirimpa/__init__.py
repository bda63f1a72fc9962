"""Plain data of mpirimpa: moments and calculations."""
