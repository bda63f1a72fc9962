"""One client's connection: handshake, websocket frames, compression, its requests in order, and how it ends."""
