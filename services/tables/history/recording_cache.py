"""A cache of recordings: a replay requests the same one again and again, and a recording does not change."""

from collections import OrderedDict

from services.contracts.tables.recordings import Recording


class RecordingCache:
    """A cache of a few recordings by match; the one that was not requested for longest is dropped first."""

    def __init__(self, places: int) -> None:
        """`places`: how many recordings are cached."""
        self._places = places
        self._kept: OrderedDict[str, Recording] = OrderedDict()

    def get(self, match: str) -> Recording | None:
        """The recording of a match; None if it is not cached."""
        found = self._kept.get(match)
        if found is not None:
            self._kept.move_to_end(match)
        return found

    def clear(self) -> None:
        """Empty the cache."""
        self._kept.clear()

    def put(self, recording: Recording) -> None:
        """Cache a recording, unless the wallet's answer is still missing in it."""
        if recording.stake_chips and recording.payouts is None:
            return
        self._kept[recording.match] = recording
        self._kept.move_to_end(recording.match)
        while len(self._kept) > self._places:
            self._kept.popitem(last=False)
