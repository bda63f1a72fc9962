"""Errors between a process and the broker, whichever client it uses."""


class BrokerDown(Exception):
    """The broker cannot be reached, or did not confirm in time."""


class Unroutable(Exception):
    """No queue takes messages of this routing key."""


def described(error: BaseException | None) -> str:
    """Class and message of an error as one line of a log: the message of an `Unroutable` is a routing key alone."""
    return "cancelled" if error is None else f"{type(error).__name__}: {error}"[:300]
