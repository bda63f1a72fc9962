"""How a service's class is run by nameko: its start and stop, its requests and its subscriptions to events."""
