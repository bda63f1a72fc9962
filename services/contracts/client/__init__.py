"""What a player's client and the gateway send each other on the socket."""
