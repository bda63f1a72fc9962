"""Load and chaos: the platform as separate processes on real servers, under robots that play and check."""
