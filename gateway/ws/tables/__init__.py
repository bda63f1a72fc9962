"""Play over the socket: players' frames become commands for the workers that own tables, and updates come back to
viewers."""
