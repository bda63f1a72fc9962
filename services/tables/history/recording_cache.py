"""The recordings asked for last: a replay asks for the same one again and again, and it does not change."""

from collections import OrderedDict

from services.contracts.recordings import Recording


class Shelf:
    """The newest few, by match."""

    def __init__(self, places: int) -> None:
        """`places`: how many are kept."""
        self._places = places
        self._kept: OrderedDict[str, Recording] = OrderedDict()

    def get(self, match: str) -> Recording | None:
        """A recording that is here."""
        found = self._kept.get(match)
        if found is not None:
            self._kept.move_to_end(match)
        return found

    def clear(self) -> None:
        """Nothing is here any more."""
        self._kept.clear()

    def put(self, recording: Recording) -> None:
        """Keep it for the next one who asks, unless the wallet's answer is still to come."""
        if recording.stake_chips and recording.payouts is None:
            return
        self._kept[recording.match] = recording
        self._kept.move_to_end(recording.match)
        while len(self._kept) > self._places:
            self._kept.popitem(last=False)
