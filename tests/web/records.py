"""The recordings of the mocked house: a real match, replayed and played on by the real engine."""

from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from games.tictactoe.moves import Place
from gateway.port.statuses import status_of
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.imports import ImportedMatch, ImportedMatches, ImportMatch
from services.kernel.refusal import Refusal
from services.tables.history import academy, replay
from services.tables.imports import rules as import_rules
from tests.games.recorder import Recorder
from tests.games.seeded_matches import Case
from tests.web.match import DAWN_MS, GAME

CELLS = [(2, 2), (1, 1), (1, 2), (2, 1), (3, 2)]
"""Who begins takes the middle column."""
PAGE = 2
R = TypeVar("R", contract.StudyHand, contract.SaveBranch, ImportMatch)


def recorded(number: int = 1) -> contract.Recording:
    """A match of Eleni against Nikos, staked, won by who began."""
    cells = iter(CELLS)
    match = f"{number:08d}-0000-4000-8000-000000000001"
    recorder = Recorder(Case(GAME, '{"size": 3}'), lambda *_: Place(*next(cells)), match)
    made = recorder.play()
    result = replay.result_of(made)
    assert result is not None
    winners = [seat for seat, place in enumerate(result.places) if place == 1]
    return msgspec.structs.replace(
        made,
        number=number,
        name="Corner",
        stake_chips=200,
        seats=[SeatPlayer(name="Eleni", account="a-eleni"), SeatPlayer(name="Nikos", account="a-nikos")],
        started_at_ms=DAWN_MS,
        ended_at_ms=DAWN_MS + number * 60_000,
        result={"reason": "won", "winners": winners, "places": list(result.places), "points": list(result.points)},
    )


def _fits(line: contract.RecordingLine, asked: dict[str, str]) -> bool:
    """Whether a filter shows a match of Eleni's."""
    result = "won" if 0 in line.winners else "lost"
    return (
        asked.get("game", line.game) == line.game
        and asked.get("result", result) == result
        and int(asked.get("from_ms", 0)) <= line.ended_at_ms < int(asked.get("until_ms", 2**53))
    )


class Records:
    """Answers everything below /api/recordings and /api/academy. `studies`: what it was asked to play on."""

    def __init__(self, count: int = 1) -> None:
        self.all = [recorded(number) for number in range(count, 0, -1)]
        self.imports: dict[str, tuple[ImportedMatch, contract.Recording]] = {}
        self.branches: list[contract.Branch] = []
        self.studies: list[contract.StudyHand] = []
        self.asked: list[dict[str, str]] = []
        """The queries of the list."""
        self.change: Any = lambda study: study
        """What becomes of a study before it is answered."""
        self.refuse: Refusal | None = None
        self.refuse_text: Refusal | None = None
        """A match as text alone, while positions of its replay are still asked for."""

    def answer(self, method: str, url: str, body: bytes | None) -> tuple[int, Any]:
        """Status and value."""
        found = self.refuse or self._find(method, urlsplit(url), body)
        return (status_of(found.error), found) if isinstance(found, Refusal) else (200, found)

    def _find(self, method: str, address: Any, body: bytes | None) -> Any:
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        _, _, subject, *rest = address.path.split("/")
        if subject == "recordings":
            return self._recordings(rest, asked)
        if rest[0] == "imports":
            return self._imports(method, rest[1:], body)
        if rest == ["study"]:
            return self._study(asked_by_eleni(body, contract.StudyHand))
        if method == "DELETE":
            self.branches = [each for each in self.branches if each.branch != rest[1]]
            return {}
        return self._save(body) if method == "POST" else contract.Branches(branches=self.branches, limit=100)

    def _recordings(self, rest: list[str], asked: dict[str, str]) -> Any:
        if not rest:
            self.asked.append(asked)
            if asked.get("opponent", "Nikos") != "Nikos":
                return Refusal("player_unknown")
            first = int(asked.get("before", 0))
            more = first + PAGE < len(self.all)
            lines = [line(each) for each in self.all[first : first + PAGE]]
            shown = [each for each in lines if _fits(each, asked)]
            return contract.Recordings(recordings=shown, next=str(first + PAGE) if more else None)
        found = self._recording(rest[0])
        if isinstance(found, Refusal) or len(rest) == 1:
            return found
        if rest[1] == "text":
            return self.refuse_text or replay.write_text(found)
        return replay.replay(found, int(asked["hand"]), int(asked["first"]), 4)

    def _recording(self, match: str) -> contract.Recording | Refusal:
        everything = [*self.all, *(recording for _, recording in self.imports.values())]
        return next((each for each in everything if each.match == match), Refusal("recording_unknown"))

    def _imports(self, method: str, rest: list[str], body: bytes | None) -> Any:
        if method == "DELETE":
            self.imports.pop(rest[0], None)
            return {}
        if method == "GET":
            return ImportedMatches(imports=[line for line, _ in self.imports.values()][::-1], limit=50)
        asked = asked_by_eleni(body, ImportMatch)
        number = import_rules.check(asked.game, asked.text)
        if isinstance(number, Refusal):
            return number
        match = import_rules.id_of(asked.account, asked.game, asked.text)
        read = import_rules.recording_of(import_rules.Imported(match, asked.game, number, asked.text, DAWN_MS))
        if isinstance(read, Refusal):
            return read
        players = [seat.name for seat in read.seats]
        line = ImportedMatch(
            match=match, game=read.game, players=players, games=len(read.hands), imported_at_ms=DAWN_MS
        )
        self.imports[match] = line, read
        return line

    def _study(self, body: contract.StudyHand) -> Any:
        self.studies.append(body)
        found = self._recording(body.match)
        if isinstance(found, Refusal):
            return found
        made = academy.study(found, body.hand, body.position, body.steps)
        return made if isinstance(made, Refusal) else self.change(made)

    def _save(self, body: bytes | None) -> contract.Branch:
        asked = asked_by_eleni(body, contract.SaveBranch)
        saved = contract.Branch(
            branch=asked.branch,
            match=asked.match,
            game=GAME.id,
            ended_at_ms=DAWN_MS,
            players=["Eleni", "Nikos"],
            hand=asked.hand,
            position=asked.position,
            steps=asked.steps,
            saved_at_ms=DAWN_MS,
        )
        self.branches.append(saved)
        return saved


def asked_by_eleni(body: bytes | None, kind: type[R]) -> R:
    """What a body asks of tables, as the gateway makes it."""
    return msgspec.convert(msgspec.json.decode(body or b"") | {"account": "a-eleni"}, kind)


def line(recording: contract.Recording) -> contract.RecordingLine:
    """As it stands in a list."""
    return contract.RecordingLine(
        match=recording.match,
        number=recording.number,
        game=recording.game,
        options=recording.options,
        stake_chips=recording.stake_chips,
        seats=recording.seats,
        started_at_ms=recording.started_at_ms,
        ended_at_ms=recording.ended_at_ms,
        outcome=recording.outcome,
        winners=recording.result["winners"],
        points=recording.result["points"],
    )
