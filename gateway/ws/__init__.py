"""The socket: the hot path between clients and tables, and the lobby's pushes (PROTOCOL.md)."""
