"""Tables of mpirimpa for the page's tests."""

from typing import Any

from tests.web.games import meld_match
from tests.web.house import House

TARGETS = list(range(505, 5006, 500))


def moment(game: str = "mpirimpa", options: dict[str, Any] | None = None, **names: Any) -> Any:
    """A state in the names of the rules (`meld_match.moment`)."""
    return meld_match.moment(game, options, **names)


def sit(house: House, game: str = "mpirimpa", options: dict[str, Any] | None = None, **how: Any) -> None:
    """A running table of two, unless options say otherwise (`meld_match.sit`)."""
    columns = {"columns": [False, True]} if game == "mpirimpa" else {}
    entry = meld_match.info(game, {**columns, "target_score": TARGETS})
    meld_match.sit(house, entry, {"seats": 2, "target_score": 1005} | (options or {}), **how)
