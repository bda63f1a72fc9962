"""What a play brings: playouts of every candidate in the same worlds, the worse half given up round by round
(RULES.md §17)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.tichu.cards import MAHJONG
from games.tichu.computer.cuts import Cut, cut_of
from games.tichu.computer.knowledge import Knowledge, world
from games.tichu.computer.playout import Table, bombed, finish
from games.tichu.state import Call
from games.toolkit.seeded import Seeded


class Candidate(NamedTuple):
    """A play that is looked at. `mask` 0: a pass, or no bomb."""

    mask: int
    key: int = 0
    strength: int = 0
    wish: int = 0


PASS = Candidate(0)


class Position(NamedTuple):
    """The public part of a position in play."""

    turn: int
    key: int
    strength: int
    owner: int
    passes: int
    trick: int
    wish: int
    out: tuple[int, ...]
    complete: bool = False
    """Whether the trick is taken unless somebody bombs it."""


class Estimate(NamedTuple):
    """What a candidate brought."""

    candidate: Candidate
    mean: float
    """Points of the seat's team less those of the other in this hand."""
    first: float
    """How often the seat was out first."""
    playouts: int


def estimates(
    known: Knowledge, position: Position, candidates: Sequence[Candidate], rounds: Sequence[int], chance: Seeded
) -> list[Estimate]:
    """All candidates, the best first; those given up early have fewer playouts. `rounds`: worlds for each round."""
    own = {candidate.mask: cut_of(known.hand & ~candidate.mask) for candidate in candidates}
    totals = [[0.0, 0.0, 0] for _ in candidates]
    live = list(range(len(candidates)))
    for number, worlds in enumerate(rounds):
        for _ in range(worlds):
            hands = world(known, chance)
            cuts = [cut_of(hand) if seat != known.seat else None for seat, hand in enumerate(hands)]
            for place in live:
                points, first = played(
                    known, position, candidates[place], own[candidates[place].mask], cuts, known.calls
                )
                totals[place][0] += points
                totals[place][1] += first
                totals[place][2] += 1
        live.sort(key=lambda place: (-round(totals[place][0] / totals[place][2], 5), place))
        if number + 1 < len(rounds):
            live = live[: max(2, (len(live) + 1) // 2)]
    found = [
        Estimate(candidate, total[0] / total[2], total[1] / total[2], int(total[2]))
        for candidate, total in zip(candidates, totals, strict=True)
    ]
    rest = [place for place in range(len(candidates)) if place not in live]
    return [found[place] for place in (*live, *sorted(rest, key=lambda place: (-round(found[place].mean, 5), place)))]


def played(
    known: Knowledge,
    position: Position,
    candidate: Candidate,
    after: Cut,
    cuts: Sequence[Cut | None],
    calls: Sequence[Call | None],
) -> tuple[int, bool]:
    """Points for the seat's team of one playout, and whether the seat was out first."""
    seat = known.seat
    table = Table([after if cut is None else cut for cut in cuts], position.turn, calls)
    table.out = list(position.out)
    table.piles = list(known.piles)
    table.trick, table.key, table.strength = position.trick, position.key, position.strength
    table.owner, table.passes, table.wish = position.owner, position.passes, position.wish
    over = False
    if candidate.mask:
        table.turn = seat
        over = table.lay(candidate.mask, candidate.key, candidate.strength, after)
        if candidate.mask & MAHJONG:
            table.wish = candidate.wish
        if table.key and not over:
            over = bombed(table)
    elif position.complete:
        table.take()
    elif position.turn == seat:
        table.skip()
    points = table.score() if over else finish(table)
    return (points if seat % 2 == 0 else -points), table.out[0] == seat
