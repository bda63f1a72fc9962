"""What the engine says about plays of mpirimpa, for the client's tests: `python -m tests.web.mpirimpa_cases` writes it.

The client works out by itself how chosen cards will lie, so that nothing waits for the network; these cases keep it to
the engine's rules (services/tables/games/mpirimpa/RULES.md §6, §7).
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from services.tables.games import registry
from services.tables.games.api import Draw, Drawn
from tests.web.site import WEB

PATH = WEB / "src" / "games" / "mpirimpa" / "cases.json"
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mpirimpa", {"seats": 2}),
    ("mpirimpa", {"seats": 4, "columns": True}),
    ("mpirimpa_pro", {"seats": 2}),
)
EACH = 14
"""Moments of one kind."""
TRIES = 90
"""Plays tried at each; of every answer that is a code the first one is kept, and some that are allowed."""
ALLOWED = 4
SEEN = ("seat", "own_hand", "melds", "trump", "columns", "pot_taken")
Play = dict[str, Any]


def cases() -> list[dict[str, Any]]:
    """Moments from matches between computers, and plays tried there."""
    random = Random(4)
    found: list[dict[str, Any]] = []
    for game_id, options in KINDS:
        game = registry.game(game_id)
        wanted = EACH
        for state in _played(game, options, random):
            if state.phase != "play" or random.random() < 0.85:
                continue
            found.append(_case(game, state, random))
            wanted -= 1
            if not wanted:
                break
    return [*found, *_pile_cases(random)]


def _played(game: Any, options: dict[str, Any], random: Random) -> Iterator[Any]:
    """Every decision of endless play."""
    while True:
        state = game.start(game.options({**options, "target_score": 1505}, {}))
        while state.phase != "match_over":
            due = game.next(state)
            if isinstance(due, Draw):
                values = (0,) if due.purpose == "leader" else tuple(random.sample(range(due.n), due.n))
                state = game.apply(state, None, Drawn(values))
            else:
                yield state
                state = game.apply(state, state.turn, game.bot(game.view(state, state.turn), random))


def _seen(view: Any) -> dict[str, Any]:
    plain = msgspec.to_builtins(view)
    return {name: plain[name] for name in SEEN}


def _case(game: Any, state: Any, random: Random) -> dict[str, Any]:
    """What a seat sees, and what becomes of plays: `[play, code]` or `[play, null, melds, own_hand, takes_pot]`."""
    view = game.view(state, state.turn)
    kept: dict[str, list[Any]] = {}
    allowed: list[list[Any]] = []
    for _ in range(TRIES):
        play = _try(view, random)
        answer = game.preview(view, play)
        if answer["error"] is not None:
            kept.setdefault(answer["error"], [play, answer["error"]])
        elif len(allowed) < ALLOWED:
            allowed.append([play, None, answer["melds"], answer["own_hand"], answer["takes_pot"]])
    return {**_seen(view), "tries": [*kept.values(), *allowed]}


def _try(view: Any, random: Random) -> Play:
    """Some play that is worth a try: cards of one suit or rank with wild cards, often on a meld."""
    hand = list(view.own_hand)
    random.shuffle(hand)
    first = hand[0]
    at = random.choice((0, -1))
    like = [card for card in hand if card[at] == first[at] or card in ("X", "2h", "2c", "2d", "2s")]
    if view.melds and random.random() < 0.6:
        meld = random.choice(view.melds)
        fitting = [card for card in hand if meld.suit is None or card[-1] == meld.suit or card == "X"]
        play = {"move": "lay_off", "meld": meld.id, "cards": (fitting or hand)[: random.choice((1, 1, 2, 12))]}
        end = random.choice((None, "low", "high"))
        return play | ({"end": end} if end else {})
    if random.random() < 0.5:
        like.sort(key=lambda card: "A23456789TJQKX".index(card[0]))
    start = random.randrange(max(1, len(like) - 2))
    return {"move": "meld", "cards": like[start : start + random.choice((2, 3, 3, 4, 13))]}


def _pile_cases(random: Random) -> list[dict[str, Any]]:
    """Pro: the pile taken with plays in thought; `pile`, `plays`, and what the engine answers."""
    game, found = registry.game("mpirimpa_pro"), list[dict[str, Any]]()
    codes = {None: 4, "pile_not_justified": 2, "does_not_fit": 2, "not_consecutive": 2}
    for state in _played(game, {"seats": 4}, random):
        if state.phase != "draw" or not state.pile:
            continue
        view = game.view(state, state.turn)
        for _ in range(8):
            held = msgspec.structs.replace(view, own_hand=(*view.own_hand, *view.pile))
            plays = [_try(held, random) for _ in range(random.choice((1, 1, 2)))]
            answer = game.preview(view, {"taking": True, "plays": plays})
            code = answer["error"]
            if codes.get(code, 0) > 0:
                codes[code] -= 1
                found.append({**_seen(view), "pile": view.pile, "plays": plays, "answer": _short(answer)})
        if not any(codes.values()):
            return found
    return found


def _short(answer: dict[str, Any]) -> dict[str, Any]:
    """Without what goes the way of single plays, which are tried above."""
    return {name: answer[name] for name in ("error", "own_hand") if name in answer}


def text() -> str:
    """The file's content: one case a line."""
    lines = (msgspec.json.encode(case).decode() for case in cases())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    PATH.write_text(text())
