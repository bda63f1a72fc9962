"""The bridge that carries messages from one installation to another."""
