"""The lobby over the socket: entering and leaving, requests of players, and the lobby's pushes to accounts."""
