"""A text from another program as a recording (RULES.md §24)."""

import hashlib
from typing import Any, NamedTuple

import msgspec

from games import api, registry
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.imports import TEXT_BYTES_MAX, ImportMatch
from services.contracts.tables.recordings import RecordedEvent, RecordedHand, Recording
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.tables.history.recordings import FORMAT, plain

PREFIX = "i-"
_ID_DIGITS = 32


class Imported(NamedTuple):
    """A text that is kept, and since when; `rules`: the number of the engine that has read it."""

    match: str
    game: str
    rules: int
    text: str
    at_ms: TimeMs


def is_import(match: str) -> bool:
    """Whether an id is that of an import; matches that were played here have others."""
    return match.startswith(PREFIX)


def id_of(account: str, game: str, text: str) -> str:
    """The id of an account's import: the same for the same text."""
    return PREFIX + hashlib.sha256("\0".join((account, game, text)).encode()).hexdigest()[:_ID_DIGITS]


def check(game: str, text: str) -> int | Refusal:
    """The number of the rules by which a text can be read. Codes: `game_unknown`, `text_unavailable`,
    `import_too_long`, `import_invalid`."""
    rules = registry.find(game)
    if isinstance(rules, Refusal):
        return rules
    if rules.text is None:
        return Refusal("text_unavailable")
    try:
        size_bytes = len(text.encode())
    except UnicodeEncodeError:
        return Refusal("import_invalid")
    return rules.rules if size_bytes <= TEXT_BYTES_MAX else Refusal("import_too_long", {"bytes_max": TEXT_BYTES_MAX})


def file_of(imported: Imported) -> str:
    """The name of a file for the text."""
    rules = registry.find(imported.game)
    ending = "txt" if isinstance(rules, Refusal) or rules.text is None else rules.text.ending
    return f"kafeneio-{imported.game}-{imported.match}.{ending}"


def read_match(request: ImportMatch) -> tuple[Imported, Recording] | Refusal:
    """What a text becomes. Codes: those of `ImportMatch` but for `import_limit`. Slow: not to be called on the worker's
    own thread."""
    number = check(request.game, request.text)
    if isinstance(number, Refusal):
        return number
    match = id_of(request.account, request.game, request.text)
    imported = Imported(match, request.game, number, request.text, 0)
    recording = recording_of(imported)
    return recording if isinstance(recording, Refusal) else (imported, recording)


def recording_of(imported: Imported) -> Recording | Refusal:
    """The recording that a text makes. Codes: `rules_missing`, and those of the game's text."""
    name = registry.engine_name(imported.game, imported.rules)
    rules = None if name is None else registry.game(name)
    if rules is None or rules.text is None:
        return Refusal("rules_missing", {"game": imported.game, "rules": imported.rules})
    read = rules.text.read(imported.text)
    return read if isinstance(read, Refusal) else _recording(imported, rules, read)


def _recording(imported: Imported, rules: api.AnyGame, read: api.ReadMatch[Any, Any]) -> Recording:
    events = [each for number, hand in enumerate(read.hands, 1) for each in _events(rules, number, hand)]
    numbered = [msgspec.structs.replace(each, seq=seq) for seq, each in enumerate(events, 1)]
    winners = [] if read.winner is None else [read.winner]
    outcome = "won" if winners else "not_completed"
    seats = range(len(read.names))
    return Recording(
        format=FORMAT,
        match=imported.match,
        number=1,
        game=imported.game,
        rules=imported.rules,
        options=read.options,
        stake_chips=0,
        practice=True,
        table="",
        name="",
        seats=[SeatPlayer(name=name) for name in read.names],
        sides=[[seat] for seat in seats],
        started_at_ms=imported.at_ms,
        ended_at_ms=imported.at_ms,
        commit="",
        root=hashlib.sha256(f"import|{imported.match}".encode()).hexdigest(),
        seeds=["0" * 32 for _ in seats],
        hands=[_hand(number, hand) for number, hand in enumerate(read.hands, 1)],
        events=numbered,
        outcome=outcome,
        result={
            "reason": outcome,
            "winners": winners,
            "places": [1 if seat == read.winner else 2 for seat in seats] if winners else [],
            "points": list(read.points),
        },
        payouts=None,
        rake_chips=None,
        start=plain(read.hands[0].start),
        imported=True,
    )


def _hand(number: int, hand: api.ReadHand[Any, Any]) -> RecordedHand:
    ended = None if hand.ended is None else plain(hand.ended)
    return RecordedHand(number=number, deal_key="", events=len(hand.given), result=ended, start=plain(hand.start))


def _events(rules: api.AnyGame, number: int, hand: api.ReadHand[Any, Any]) -> list[RecordedEvent]:
    """What a hand was given, as a recording has it; `seq` is not counted yet."""
    state, drawn = hand.start, 0
    events: list[RecordedEvent] = []
    for actor, action in hand.given:
        waits = rules.next(state)
        kind: str
        data: dict[str, Any]
        if isinstance(action, api.Drawn):
            assert isinstance(waits, api.Draw), "every action fits where it is given"
            drawn += len(action.values)
            kind, data = "drawn", {"purpose": waits.purpose, "draw": waits.kind, "n": waits.n}
            data |= {"values": list(action.values), "position": drawn}
        elif isinstance(action, api.Elapsed):
            kind, data = "elapsed", {"number": action.number}
        else:
            kind, data = "moved", {"move": rules.write(action)}
        events.append(RecordedEvent(seq=0, t_ms=0, hand=number, seat=actor, kind=kind, data=data))
        state = rules.apply(state, actor, action)
    return events
