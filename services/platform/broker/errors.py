"""Errors between a process and the broker, whichever client it uses."""


class BrokerDown(Exception):
    """The broker cannot be reached, or did not confirm in time."""


class Unroutable(Exception):
    """No queue takes messages of this routing key."""
