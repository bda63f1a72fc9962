"""What the engine says about plays and splits of koum-kan, for the client's tests:
`python -m tests.web.games.koumkan_cases` writes it.

The client works out by itself how chosen cards will lie, and what each discard would leave, so that nothing waits for
the network; these cases keep it to the engine's rules (games/koumkan/RULES.md §4, §6, §8).
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from bench.computers import frozen
from games import registry
from games.api import Draw, Drawn
from tests.conformance.previews import preview_of
from tests.web.site import WEB

PATH = WEB / "src" / "games" / "koumkan" / "cases.json"
SEATS = (2, 4, 6)
EACH = 16
"""Moments of koum-kan with so many seats."""
TRIES = 80
"""Plays tried at each; of every answer that is a code the first one is kept, and some that are allowed."""
ALLOWED = 5
SPLITS = 12
"""Hands of each game in which melds stay in hand."""
SEEN = ("seat", "own_hand", "melds", "melded")
Play = dict[str, Any]


def cases() -> dict[str, list[dict[str, Any]]]:
    """Moments from matches between computers, with plays tried there, and hands with what each discard leaves."""
    random = Random(2)
    plays = [case for seats in SEATS for case in _play_cases(seats, random)]
    splits = [case for game_id in ("thanasis", "dynamitis") for case in _split_cases(game_id, random)]
    return {"plays": plays, "splits": splits}


def _played(game: Any, options: dict[str, Any], random: Random) -> Iterator[Any]:
    """Every decision of endless play by the bench's frozen computer players, so that cases depend on rules alone."""
    while True:
        state = game.start(game.options({**options, "target_score": 201}, {}))
        while state.phase != "match_over":
            due = game.next(state)
            if isinstance(due, Draw):
                first = due.kind == "below"
                values = (random.randrange(due.n),) if first else tuple(random.sample(range(due.n), due.n))
                state = game.apply(state, None, Drawn(values))
            else:
                yield state
                state = game.apply(state, state.turn, frozen.bot_of(game.id)(game.view(state, state.turn), random))


# --- plays ---


def _play_cases(seats: int, random: Random) -> Iterator[dict[str, Any]]:
    game, wanted = registry.game("koumkan"), EACH
    for state in _played(game, {"seats": seats}, random):
        if state.phase != "play" or random.random() < 0.8:
            continue
        view = game.view(state, state.turn)
        if not _tells(view) and random.random() < 0.9:
            continue
        yield _play_case(game, view, random)
        wanted -= 1
        if not wanted:
            return


def _tells(view: Any) -> bool:
    """Whether a joker lies on the table, or somebody else has melded."""
    return any(meld.stands_for for meld in view.melds) or (bool(view.melded) and view.seat not in view.melded)


def _play_case(game: Any, view: Any, random: Random) -> dict[str, Any]:
    """What a seat sees, and what becomes of plays: `[play, code]` or `[play, null, meld, own_hand]`."""
    kept: dict[str, list[Any]] = {}
    allowed: list[list[Any]] = []
    for _ in range(TRIES):
        play = _try(view, random)
        answer = preview_of(game, view, play)
        if answer["error"] is not None:
            kept.setdefault(answer["error"], [play, answer["error"]])
        elif len(allowed) < ALLOWED:
            allowed.append([play, None, answer["meld"], answer["own_hand"]])
    plain = msgspec.to_builtins(view)
    return {name: plain[name] for name in SEEN} | {"tries": [*kept.values(), *allowed]}


def _try(view: Any, random: Random) -> Play:
    """Some play that is worth a try: cards of one suit or rank with jokers, often on a meld."""
    hand = list(view.own_hand)
    random.shuffle(hand)
    if view.melds and random.random() < 0.65:
        return _try_on(random.choice(view.melds), hand, random)
    at = random.choice((0, -1))
    like = [card for card in hand if card[at] == hand[0][at] or card == "X"]
    if random.random() < 0.5:
        like.sort(key=lambda card: "A23456789TJQKX".index(card[0]))
    kind = random.choice((None, "run", "group"))
    play = {"move": "meld", "cards": like[: random.choice((2, 3, 3, 4, 13))]}
    return play | ({"kind": kind} if kind else {})


def _try_on(meld: Any, hand: list[str], random: Random) -> Play:
    """A lay-off or a swap on a meld, with cards that may fit."""
    fitting = [card for card in hand if card == "X" or meld.suit == card[-1] or meld.rank == card[0]] or hand
    if random.random() < 0.3:
        wanted = {each.card for each in meld.stands_for}
        card = next((card for card in hand if card in wanted), fitting[0])
        return {"move": "swap_joker", "meld": meld.id, "card": card}
    play = {"move": "lay_off", "meld": meld.id, "cards": fitting[: random.choice((1, 1, 2, 12))]}
    end = random.choice((None, "low", "high"))
    return play | ({"end": end} if end else {})


# --- splits ---


def _split_cases(game_id: str, random: Random) -> Iterator[dict[str, Any]]:
    """Hands of eleven cards; `after`: by card, what discarding it would leave to be counted."""
    game, wanted = registry.game(game_id), SPLITS
    for state in _played(game, {"seats": 3}, random):
        if state.phase != "play" or random.random() < 0.7:
            continue
        view = game.view(state, state.turn)
        after = {card: preview_of(game, view, {"cards": [card]})["after"]["deadwood"] for card in view.own_hand}
        yield {"game": game_id, "wild_ranks": view.wild_ranks, "hand": view.own_hand, "after": after}
        wanted -= 1
        if not wanted:
            return


def text() -> str:
    """The file's content: one case a line."""
    found = []
    for name, some in cases().items():
        lines = ",\n".join(msgspec.json.encode(case).decode() for case in some)
        found.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(found) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(text())
