"""A coffee house in one process, its clock and its luck in our hands: everything follows from a seed."""
