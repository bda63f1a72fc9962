"""One server without a cluster: its file of settings, and what looks whether everything is there."""
