"""The gateway: live sockets, REST, gRPC and the web client; it owns nothing durable."""
