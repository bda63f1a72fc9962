"""What an engine of melds says about plays, for the client's tests: moments of its own matches, and plays tried there.

The client works out by itself how chosen cards will lie, so that nothing waits for the network; cases of this kind keep
it to the engine's rules (`mpirimpa_cases.py`, `buraco_cases.py`).
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from bench.computers import frozen
from games import registry
from games.api import Draw, Drawn
from tests.conformance.previews import preview_of

EACH = 14
"""Moments of one kind."""
TRIES = 90
"""Plays tried at each; of every answer that is a code the first one is kept, and some that are allowed."""
ALLOWED = 4
LOW_TO_HIGH = "A23456789TJQKX"
WILD = ("X", "2h", "2c", "2d", "2s")
Play = dict[str, Any]
Case = dict[str, Any]


def cases(game_id: str, options: Mapping[str, Any], seen: tuple[str, ...], random: Random) -> Iterator[Case]:
    """Moments from matches between computers, and plays tried there; `seen`: the fields of the view that are kept."""
    game, wanted = registry.game(game_id), EACH
    for state in played(game, options, random):
        if state.phase != "play" or random.random() < 0.85:
            continue
        yield case(game, game.view(state, state.turn), seen, random)
        wanted -= 1
        if not wanted:
            return


def played(game: Any, options: Mapping[str, Any], random: Random) -> Iterator[Any]:
    """Every decision of endless play by the bench's frozen computer players, so that cases depend on rules alone."""
    while True:
        state = game.start(game.options(options, {}))
        while state.phase != "match_over":
            due = game.next(state)
            if isinstance(due, Draw):
                values = (0,) if due.purpose == "leader" else tuple(random.sample(range(due.n), due.n))
                state = game.apply(state, None, Drawn(values))
            else:
                yield state
                state = game.apply(state, state.turn, frozen.bot_of(game.id)(game.view(state, state.turn), random))


def fields(view: Any, seen: tuple[str, ...]) -> Case:
    """Some fields of a view, as they are in JSON."""
    plain = msgspec.to_builtins(view)
    return {name: plain[name] for name in seen}


def case(game: Any, view: Any, seen: tuple[str, ...], random: Random, most: int = ALLOWED) -> Case:
    """What a seat sees, and what becomes of plays: `[play, code]` or `[play, null, melds, own_hand, takes_pot]`, of the
    latter at `most` so many."""
    kept: dict[str, list[Any]] = {}
    allowed: list[list[Any]] = []
    for _ in range(TRIES):
        play = some_play(view, random)
        answer = preview_of(game, view, play)
        if answer["error"] is not None:
            kept.setdefault(answer["error"], [play, answer["error"]])
        elif len(allowed) < most:
            allowed.append([play, None, answer["melds"], answer["own_hand"], answer["takes_pot"]])
    return {**fields(view, seen), "tries": [*kept.values(), *allowed]}


def some_play(view: Any, random: Random) -> Play:
    """Some play that is worth a try: cards of one suit or rank with wild cards, often on a meld."""
    hand = list(view.own_hand)
    random.shuffle(hand)
    first = hand[0]
    at = random.choice((0, -1))
    like = [card for card in hand if card[at] == first[at] or card in WILD]
    if view.melds and random.random() < 0.6:
        meld = random.choice(view.melds)
        fitting = [card for card in hand if meld.suit is None or card[-1] == meld.suit or card == "X"]
        play = {"move": "lay_off", "meld": meld.id, "cards": (fitting or hand)[: random.choice((1, 1, 2, 12))]}
        end = random.choice((None, "low", "high"))
        return play | ({"end": end} if end else {})
    if random.random() < 0.5:
        like.sort(key=lambda card: LOW_TO_HIGH.index(card[0]))
    start = random.randrange(max(1, len(like) - 2))
    return {"move": "meld", "cards": like[start : start + random.choice((2, 3, 3, 4, 13))]}


def text(found: Iterable[Case]) -> str:
    """A file's content: one case a line."""
    lines = (msgspec.json.encode(each).decode() for each in found)
    return "[\n" + ",\n".join(lines) + "\n]\n"
