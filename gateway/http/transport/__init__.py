"""How connections reach REST: a process of its own that gets them from the gateway, or green threads beside the
sockets."""
