"""The worker process: it consumes the queues of its shards, applies commands, commits and publishes."""
