"""Tables of buraco for the page's tests."""

from typing import Any

from tests.web.games import meld_match
from tests.web.house import House

INFO = meld_match.info("buraco", {"match_mode": ["round", "target"], "target_score": list(range(500, 5001, 500))})


def moment(options: dict[str, Any] | None = None, **names: Any) -> Any:
    """A state in the names of the rules (`meld_match.moment`)."""
    return meld_match.moment("buraco", options, **names)


def sit(house: House, options: dict[str, Any] | None = None, **how: Any) -> None:
    """A running table of two, unless options say otherwise (`meld_match.sit`)."""
    meld_match.sit(house, INFO, {"seats": 2, "target_score": 1000} | (options or {}), **how)
