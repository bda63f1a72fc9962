"""What plain data has by seat, as a list in seat order."""

from collections.abc import Mapping

from tests.conformance.plain_edge import listed


def values_in_seat_order(data: object) -> object:
    """A mapping with each value that is keyed by seat turned into a list; anything else as it is."""
    return {name: in_seat_order(value) for name, value in data.items()} if isinstance(data, Mapping) else data


def in_seat_order(value: object) -> object:
    """A mapping keyed by seat as a list; anything else as it is."""
    return listed({str(seat): item for seat, item in value.items()}) if isinstance(value, Mapping) else value
