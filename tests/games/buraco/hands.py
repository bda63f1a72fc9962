"""Moments of this family for its tests."""

from tests.games.melding.hands import Family, cards_of, split

__all__ = ["BURACO", "CALL", "GAME", "applied", "cards_of", "moment", "split", "state"]

BURACO = Family("buraco")
GAME, CALL = BURACO.game, BURACO.call
moment, state, applied = BURACO.moment, BURACO.state, BURACO.applied
