"""REST for clients, and the web client itself."""
