"""The gRPC front for other systems: a process of its own, not patched by eventlet."""
