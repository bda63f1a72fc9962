"""A real match of mpirimpa behind the mocked socket: the engine deals and judges, its computer has the other seats."""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts import frames, tables
from services.kernel.refusal import Refusal
from services.tables.games import registry
from tests.web.house import CATALOGUE, ME, House, table
from tests.web.pilotta import PEOPLE, Cards

TARGETS = list(range(505, 5006, 500))


def info(game: str) -> tables.GameInfo:
    """The catalogue's entry."""
    columns = {"columns": [False, True]} if game == "mpirimpa" else {}
    return tables.GameInfo(
        game=game,
        seats=[2, 4],
        options={"seats": [2, 4], **columns, "target_score": TARGETS},
        sides=[[0], [1]],
        clock_policy="move_clock",
        return_policy="budget",
        leave_policy="forfeit",
        house_banked=False,
        rules=1,
    )


def moment(game: str = "mpirimpa", options: dict[str, Any] | None = None, **names: Any) -> Any:
    """A state in the names of the rules; cards as texts with spaces, hands in the order of seats."""
    names["hands"] = {str(seat): hand.split() for seat, hand in enumerate(names["hands"])}
    names["table"] = [[{"cards": cards.split()} for cards in side] for side in names.get("table", ((), ()))]
    for name in ("pile", "stock"):
        names[name] = names.get(name, "").split()
    names["pots"] = [cards.split() for cards in names.get("pots", ("", ""))]
    if not names["stock"]:
        names.setdefault("stock_count", 40)
    found = registry.situation(game, options or {}, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Felt(Cards):
    """A table of mpirimpa."""

    def __init__(self, line: Any, you: int | None, **how: Any) -> None:
        self.game = registry.game(line.game)
        super().__init__(line, you, **how)

    def act(self, seat: int, move: Any) -> list[frames.EventView]:
        """A move, and the next deal where the hand is over."""
        events = [self._apply(seat, move), *self._drawn()]
        if self.state.phase == "match_over":
            side = self.game.view(self.state, "public").winner_side
            self.end("won", [seat for seat in range(len(self.line.seats)) if seat % 2 == side])
        return events

    def game_view(self) -> Any:
        if self.state.starter is None:
            return None
        return self.game.view(self.state, "public" if self.you is None else self.you)


def sit(
    house: House,
    you: int | None = 0,
    game: str = "mpirimpa",
    options: dict[str, Any] | None = None,
    names: Sequence[str] = PEOPLE,
    **how: Any,
) -> None:
    """A running table with the viewer on a seat, or beside it."""
    chosen = {"seats": 2, "target_score": 1005} | (options or {})
    people = ["Eleni" if seat == you else name for seat, name in enumerate(names[: chosen["seats"]])]
    line = table("Corner", *people, state="started")
    seats = [msgspec.structs.replace(one, account=ME.account) if one.seat == you else one for one in line.seats]
    line = msgspec.structs.replace(line, game=game, options=chosen, seats=seats)
    house.catalogue = tables.Catalogue(games=[*CATALOGUE.games, info(game)])
    house.tables = [line]
    house.match = Felt(line, you, **how)
    if you is None:
        house.match.begin()
    else:
        house.seated = line.table
