"""The shards that a worker owns: how it becomes and stays their owner, subscribes to their queues, and gives some
back."""
