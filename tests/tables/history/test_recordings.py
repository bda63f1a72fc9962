"""Recordings: which matches leave one, what it holds, who may see it, and that it replays: RULES.md §12."""

from itertools import product
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest

from games import registry
from games.registry import is_recorded
from services.contracts.base import wire_name
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.fair import commitment, deal_key
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from services.platform.process.quiet_pool import Busy
from services.tables.history import finished_match_rows as finished
from services.tables.history import replay as replays
from services.tables.schema import journal
from services.tables.service import App, TablesService
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk, Seated
from tests.tables.support.dicehand import DiceHand
from tests.tables.support.made_up_games import register


def service_of(desk: Desk, **settings: int) -> Any:
    """The service as a process has it, on the desk's database; its methods take requests as they are on the wire."""
    base: Any = SimpleNamespace(database=desk.database)
    service = TablesService()
    service.app = App(base, TablesSettings(**settings), beside=lambda work, *args: work(*args))  # type: ignore[assignment]
    return service


def ask(desk: Desk, request: Any, **settings: int) -> Any:
    """What the service answers."""
    method = getattr(service_of(desk, **settings), wire_name(type(request)))
    answer = msgspec.json.decode(msgspec.json.encode(method(msgspec.to_builtins(request))))
    if "refused" in answer:
        return msgspec.convert(answer["refused"], Refusal)
    return msgspec.convert(answer["ok"], type(request).answer)


def recording(desk: Desk, match: str, account: str = "ann", *roles: str) -> Any:
    return ask(desk, contract.GetRecording(match=match, account=account, roles=list(roles)))


def replay(desk: Desk, match: str, hand: int = 1, account: str = "ann", **which: int) -> Any:
    return ask(desk, contract.ReplayHand(match=match, account=account, hand=hand, **which))


@pytest.fixture
def played(desk: Desk) -> Seated:
    """A staked match of three marks each, won with the top row, and settled."""
    table = desk.open(stake=200).begin()
    desk.clock.advance(1_500)
    table.play_out()
    table.settled(table.now.last.match, [320, 0] if table.now.last.winners == (0,) else [0, 320])  # type: ignore[union-attr]
    return table


def of(table: Seated) -> str:
    assert table.now.last is not None
    return table.now.last.match


@pytest.fixture
def dicehand(monkeypatch: pytest.MonkeyPatch) -> Seated:
    register(monkeypatch, DiceHand())
    desk = Desk(games=["dicehand"])
    return desk.open("table-1@dicehand", options={"worth": 2}).begin()


def says(table: Seated, account: str, move: str) -> None:
    clocks = {clock.seat: clock.number for clock in table.now.match.clocks}
    seat = table.now.seat_of(account)
    assert seat is not None
    table.move(account, clocks.get(seat), {"move": move})


def play_hand(table: Seated, *, takes: int = 0, knock: bool = False) -> None:
    """Ann takes so many cards, then both stand, and the pause passes."""
    for _ in range(takes):
        says(table, "ann", "take")
    says(table, "ann", "stand")
    says(table, "bob", "stand")
    if knock:
        says(table, "bob", "knock")
    table.desk.pass_ms(2_051)


# --- which matches -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "outcome", "kept"),
    [
        *(("tavli", outcome, True) for outcome in ("won", "tied", "forfeited", "conceded")),
        *(("tavli", outcome, False) for outcome in ("void", "not_completed")),
        ("dominoes", "won", True),
        *(("dominoes", outcome, False) for outcome in ("tied", "forfeited", "conceded", "void", "not_completed")),
    ],
)
def test_decided_matches_are_kept_of_dominoes_only_won_ones(game: str, outcome: str, kept: bool) -> None:
    assert is_recorded(game, outcome) is kept


def test_a_void_match_leaves_no_recording_and_is_in_no_list(desk: Desk) -> None:
    table = desk.open().begin()
    match = table.now.match.id
    table.leave("ann")
    assert recording(desk, match) == Refusal("recording_unknown")
    assert ask(desk, contract.ListRecordings(account="ann")).recordings == []


def test_a_running_match_and_one_that_never_was_are_unknown_even_to_players_and_staff(desk: Desk) -> None:
    table = desk.open().begin().first_round()
    for match in (table.now.match.id, "none", "\0", "0" * 36):
        for who in (("ann",), ("staff", "administrator")):
            assert recording(desk, match, *who) == Refusal("recording_unknown")


def test_the_recording_of_a_forfeited_match_has_the_departure_that_decided_it(desk: Desk) -> None:
    table = desk.open().begin().first_round()
    table.leave(table.turn_of)
    found = recording(desk, of(table))
    assert found.outcome == "forfeited"
    last = found.events[-1]
    assert (last.kind, last.data) == ("departed", {"reason": "left", "applied": True})
    assert replays.result_of(found).reason == "forfeited"  # type: ignore[union-attr]


def test_a_practice_match_is_kept_for_its_player(desk: Desk) -> None:
    table = desk.open(practice=True).begin()
    while table.phase == "playing":
        seat = table.now.match.clocks[0].seat
        state = table.now.match.state
        move = {"move": "place", **dict(zip(("row", "col"), free_cell(state), strict=True))}
        if table.now.seats[seat].is_bot:
            desk.bot(table.id, seat, move)
        else:
            table.move("ann", table.now.match.clocks[0].number, move)
    (line,) = ask(desk, contract.ListRecordings(account="ann")).recordings
    assert line.match == of(table) and recording(desk, line.match).practice


def free_cell(state: Any) -> tuple[int, int]:
    free = next(cell for cell in range(9) if not (state.x | state.o) >> cell & 1)
    return free // 3 + 1, free % 3 + 1


# --- what it holds -----------------------------------------------------------------------------------------------


def test_a_recording_holds_the_match_its_proof_its_events_and_what_was_paid(played: Seated) -> None:
    found = recording(played.desk, of(played))
    assert (found.format, found.match, found.number, found.game, found.rules) == (1, of(played), 1, "tictactoe", 1)
    assert (found.options, found.stake_chips, found.name) == ({"size": 3}, 200, "Table")
    assert [(seat.name, seat.account) for seat in found.seats] == [("Ann", "ann"), ("Bob", "bob")]
    assert (found.sides, found.practice, found.table) == ([[0], [1]], False, played.id)
    root = bytes.fromhex(found.root)
    assert found.commit == commitment(root) and found.seeds == ["aa" * 16, "bb" * 16]
    assert [hand.deal_key for hand in found.hands] == [deal_key(root, found.match, 1)]
    assert [event.kind for event in found.events] == ["drawn", *["moved"] * 5]
    assert [event.seq for event in found.events] == [1, 2, 3, 4, 5, 6]
    leader = found.events[0]
    assert leader.data | {"values": None, "position": None} == {
        "purpose": "leader", "draw": "below", "n": 2, "values": None, "position": None,
    }  # fmt: skip
    assert found.events[1].seat == leader.data["values"][0]
    assert found.events[1].data == {"move": {"move": "place", "row": 1, "col": 1}}
    assert (found.events[0].t_ms, found.events[1].t_ms) == (0, 1_500)
    assert found.outcome == "won" and sorted(found.payouts) == [0, 320] and found.rake_chips == 80
    assert found.hands[0].events == 6 and found.hands[0].result["points"] == found.result["points"]


def test_timeouts_are_events_and_change_nothing(desk: Desk) -> None:
    table = desk.open().begin()
    table.watch("ann")
    table.watch("bob")
    late = table.now.match.clocks[0].seat
    desk.pass_ms(30_051)
    table.play_out()
    found = recording(desk, of(table))
    assert [(event.kind, event.seat) for event in found.events][:3] == [
        ("drawn", None), ("timeout", late), ("moved", late),
    ]  # fmt: skip
    first, drawn, timeout = replay(desk, found.match, limit=3).positions
    assert (timeout.kind, timeout.seat, timeout.view) == ("timeout", late, drawn.view)
    assert first.kind is None


def test_nothing_of_the_next_match_is_in_a_recording(played: Seated) -> None:
    following = played.now.match
    played.choose("ann", "rematch", "a1" * 16)
    text = encode(recording(played.desk, of(played))).decode()
    for secret in (following.root, following.id, "a1" * 16):
        assert secret not in text


def test_a_rematch_is_recorded_with_its_own_seats_and_as_its_own_number(played: Seated) -> None:
    desk, first = played.desk, of(played)
    played.choose("ann", "rematch", "a1" * 16)
    played.choose("bob", "rematch", "b1" * 16)
    played.holds()
    played.ratings()
    desk.clock.advance(10_000)
    played.play_out()
    found = recording(desk, of(played))
    assert (found.number, [seat.account for seat in found.seats]) == (2, ["bob", "ann"])
    assert found.seeds == ["b1" * 16, "a1" * 16]
    assert found.ended_at_ms - found.started_at_ms == 10_000 and found.payouts is None
    assert recording(desk, first).payouts is not None
    listed = ask(desk, contract.ListRecordings(account="ann")).recordings
    assert [line.match for line in listed] == [found.match, first]


def test_a_closed_table_still_has_its_recording_and_so_has_another_process(played: Seated) -> None:
    before = recording(played.desk, of(played))
    match = of(played)
    played.choose("ann", "communication")
    played.desk.pass_ms(31_000)
    assert played.desk.held.loaded_tables == {}
    assert recording(Desk(played.desk.database), match) == before


# --- who may see it ----------------------------------------------------------------------------------------------


def test_players_and_staff_see_it_others_do_not(dicehand: Seated) -> None:
    play_hand(dicehand)
    play_hand(dicehand)
    desk, match = dicehand.desk, of(dicehand)
    for request in (
        contract.GetRecording(match=match, account="carol"),
        contract.GetRecording(match=match, account="carol", roles=["player", "friend"]),
        contract.GetMatchText(match=match, account="carol"),
        contract.ReplayHand(match=match, account="carol", hand=1),
        contract.StudyHand(match=match, account="carol", hand=1, position=0),
        contract.SaveBranch(match=match, account="carol", hand=1, position=0, branch="b"),
    ):
        assert ask(desk, request) == Refusal("recording_forbidden")
    for role in ("moderator", "administrator", "operator", "auditor"):
        assert recording(desk, match, "carol", role).match == match
    assert ask(desk, contract.ListRecordings(account="carol")).recordings == []


def test_all_players_see_the_game_of_a_competition_once_it_has_ended(desk: Desk) -> None:
    table = desk.open(competition="cup").begin()
    running = ask(desk, contract.GetRecording(match=table.now.match.id, account="carol"))
    table.play_out()

    assert running == Refusal("recording_unknown")
    seen = recording(desk, of(table), "carol")
    assert (seen.competition, seen.match) == ("cup", of(table))
    assert ask(desk, contract.ListRecordings(account="carol")).recordings == []


def test_what_one_may_see_is_asked_anew_of_a_recording_at_hand(played: Seated) -> None:
    service = service_of(played.desk)
    request = {"match": of(played), "account": "ann"}
    assert "ok" in service.get_recording(request)
    with played.desk.database.work() as work:
        work.execute(journal.delete())
    assert "ok" in service.get_recording(request)
    assert service.get_recording(request | {"account": "carol"})["refused"]["error"] == "recording_forbidden"


def test_a_recording_is_not_kept_at_hand_before_the_wallet_has_answered(desk: Desk) -> None:
    table = desk.open(stake=200).begin()
    table.play_out()
    service = service_of(desk)
    request = {"match": of(table), "account": "ann"}
    assert service.get_recording(request)["ok"]["payouts"] is None
    table.settled(of(table), [320, 0])
    assert service.get_recording(request)["ok"]["payouts"] == [320, 0]


# --- lists -------------------------------------------------------------------------------------------------------


def test_lists_come_in_pages_newest_first_without_gap_or_repetition(desk: Desk) -> None:
    played = []
    for n in range(5):
        table = desk.open(f"table-{n}").begin()
        table.play_out()
        played.append(of(table))
        desk.clock.advance(1 if n != 2 else 0)  # two matches end in the same millisecond
    found: list[str] = []
    before = None
    while True:
        page = ask(desk, contract.ListRecordings(account="bob", before=before, limit=2))
        found += [line.match for line in page.recordings]
        assert len(page.recordings) <= 2
        if page.next is None:
            break
        before = page.next
    assert sorted(found) == sorted(played) and found[0] == played[-1] and found[-1] == played[0]
    line = ask(desk, contract.ListRecordings(account="bob", limit=1)).recordings[0]
    assert (line.game, line.outcome, len(line.winners)) == ("tictactoe", "won", 1)


def test_a_list_may_be_of_one_game(played: Seated) -> None:
    for game, count in (("tictactoe", 1), ("tavli", 0), ("\0", 0)):
        assert len(ask(played.desk, contract.ListRecordings(account="ann", game=game)).recordings) == count


def test_places_for_an_export_are_all_matches_in_the_order_of_their_ends(desk: Desk) -> None:
    for number in range(5):
        desk.open(f"table-{number}").begin().play_out()
        desk.clock.advance(1_000)
    newest_first = [each.match for each in ask(desk, contract.ListRecordings(account="ann", limit=50)).recordings]
    assert ask(desk, contract.ListPlaces(account="ann")).places == []
    desk.clock.advance(contract.EXPORT_AFTER_MS)
    found, after = [], None
    while True:
        page = ask(desk, contract.ListPlaces(account="ann", after=after, limit=2))
        found += [each.match for each in page.places]
        if not page.more:
            break
        after = page.places[-1].cursor
    assert found == newest_first[::-1]
    assert ask(desk, contract.ListPlaces(account="carol")) == contract.RecordingPlaces(places=[], more=False)
    assert ask(desk, contract.ListPlaces(account="ann", after="x")) == Refusal("cursor_invalid")


def all_pages(desk: Desk, limit: int = 2, **wanted: Any) -> list[str]:
    """The matches of bob's list as its pages bring them, each of which is within its limit."""
    found: list[str] = []
    before, more = None, True
    while more:
        page = ask(desk, contract.ListRecordings(account="bob", before=before, limit=limit, **wanted))
        assert len(page.recordings) <= limit
        found += [line.match for line in page.recordings]
        before, more = page.next, page.next is not None
    return found


@pytest.fixture
def evening(desk: Desk) -> list[Any]:
    """Bob's lines after eight matches against ann and cleo, newest first."""
    for number in range(8):
        other = "ann" if number % 3 else "cleo"
        seats = [SeatPlayer(name=name.title(), account=name) for name in (other, "bob")]
        table = desk.open(f"table-{number}", seats=seats).begin()
        table.play_out()
        desk.clock.advance(1_000)
    return list(ask(desk, contract.ListRecordings(account="bob", limit=50)).recordings)


def result_of(line: Any) -> str:
    seat = next(number for number, each in enumerate(line.seats) if each.account == "bob")
    return "tied" if line.outcome == "tied" else "won" if seat in line.winners else "lost"


@pytest.mark.parametrize("looked_through", [1, 3, 500])
def test_pages_of_a_filter_are_the_whole_list_without_what_it_leaves_out(
    desk: Desk, evening: list[Any], monkeypatch: pytest.MonkeyPatch, looked_through: int
) -> None:
    monkeypatch.setattr(finished, "LOOKED_THROUGH_MAX", looked_through)
    assert {result_of(line) for line in evening} == {"won", "lost"}
    for opponent, result in product((None, "ann", "cleo", "bob", "dora", "\0"), (None, "won", "lost", "tied")):
        expected = [
            line.match
            for line in evening
            if result in (None, result_of(line))
            and (opponent is None or (opponent != "bob" and opponent in {seat.account for seat in line.seats}))
        ]
        assert all_pages(desk, opponent=opponent, result=result) == expected


def test_a_period_is_from_a_moment_on_and_before_another_one(desk: Desk, evening: list[Any]) -> None:
    times = [line.ended_at_ms for line in evening]
    for newest, oldest in ((0, 7), (2, 5), (4, 4)):
        wanted = {"from_ms": times[oldest], "until_ms": times[newest] + 1}
        assert all_pages(desk, **wanted) == [line.match for line in evening[newest : oldest + 1]]
    assert all_pages(desk, from_ms=times[0] + 1) == all_pages(desk, until_ms=times[7]) == []


def test_a_result_is_the_one_that_counts(desk: Desk, evening: list[Any]) -> None:
    line = evening[0]
    tied = contract.Correction(revision=1, outcome="tied", winners=[], at_ms=desk.clock.now_ms())
    desk.database.run(finished.correct, line.match, tied)
    assert all_pages(desk, result="tied") == [line.match]
    assert line.match not in all_pages(desk, result=result_of(line))


@pytest.mark.parametrize(
    "wrong", [{"result": "drawn"}, {"from_ms": -1}, {"until_ms": 2**53 + 1}, {"opponent": "x" * 65}, {"from_ms": "now"}]
)
def test_a_filter_that_cannot_be_read_is_refused(desk: Desk, wrong: dict[str, Any]) -> None:
    answer = service_of(desk).list_recordings({"account": "ann"} | wrong)
    assert answer["refused"]["error"] == "bad_request"


@pytest.mark.parametrize("before", ["", "1", "1.x", "-1." + "0" * 36, "\0", "1234567890123456." + "0" * 36])
def test_a_made_up_cursor_is_refused(desk: Desk, before: str) -> None:
    assert ask(desk, contract.ListRecordings(account="ann", before=before)) == Refusal("cursor_invalid")


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 51}, {"account": "x" * 65}, {"before": "1" * 65}])
def test_limits_of_a_list_are_kept(desk: Desk, wrong: dict[str, Any]) -> None:
    answer = service_of(desk).list_recordings({"account": "ann"} | wrong)
    assert answer["refused"]["error"] == "bad_request"


# --- replaying ---------------------------------------------------------------------------------------------------


def test_position_k_is_the_state_after_the_first_k_events_of_the_hand_with_all_hands_open(dicehand: Seated) -> None:
    play_hand(dicehand, takes=1)
    play_hand(dicehand, knock=True)
    desk, match = dicehand.desk, of(dicehand)
    found = recording(desk, match)
    first, second = (hand.events for hand in found.hands)
    assert [event.kind for event in found.events if event.hand == 1] == [
        "drawn", "drawn", "moved", "drawn", "moved", "moved", "elapsed",
    ]  # fmt: skip
    assert first == 7 and first + second == len(found.events)
    one = replay(desk, match, 1)
    assert [position.position for position in one.positions] == list(range(8))
    start, dealt, rolled, taken = one.positions[:4]
    assert start.view["cards"] == [] and sorted(dealt.view["cards"]) == [0, 1, 2, 3]
    assert len(rolled.view["dice"]) == 2 and rolled.due == [0]
    assert taken.view["stock"] == 1 and taken.kind == "take" and "card" in taken.data
    two = replay(desk, match, 2)
    assert two.positions[0].view == one.positions[-1].view and two.positions[0].points == one.positions[-1].points
    assert [position.kind for position in two.positions][-2:] == ["knock", "elapsed"]


def test_a_part_of_a_hand_is_the_same_part_of_the_whole(dicehand: Seated) -> None:
    play_hand(dicehand, takes=2)
    play_hand(dicehand)
    desk, match = dicehand.desk, of(dicehand)
    whole = replay(desk, match, 1)
    for first in range(whole.events + 1):
        for limit in (1, 3, 50):
            part = replay(desk, match, 1, first=first, limit=limit)
            assert part.positions == whole.positions[first : first + limit]


@pytest.mark.parametrize(("hand", "first"), [(0, 0), (3, 0), (1, 99), (1_000_000, 0)])
def test_a_position_that_is_not_there_is_unknown(dicehand: Seated, hand: int, first: int) -> None:
    play_hand(dicehand)
    play_hand(dicehand)
    assert replay(dicehand.desk, of(dicehand), hand, first=first).error == "position_unknown"


@pytest.mark.parametrize("knock", [True, False])
def test_replaying_every_event_gives_the_stored_result(dicehand: Seated, knock: bool) -> None:
    play_hand(dicehand, takes=2, knock=knock)
    play_hand(dicehand)
    found = recording(dicehand.desk, of(dicehand))
    result = replays.result_of(found)
    assert result is not None
    assert (list(result.places), list(result.points)) == (found.result["places"], found.result["points"])
    assert [hand.result["number"] for hand in found.hands] == [1, 2]


def test_a_recording_is_replayed_by_the_engine_of_its_rules_number(
    dicehand: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_hand(dicehand)
    play_hand(dicehand, knock=True)
    desk, match = dicehand.desk, of(dicehand)
    before = recording(desk, match), replay(desk, match, 2)

    class NextDiceHand(DiceHand):
        rules = 2

        def _scored(self, state: Any) -> Any:
            raise AssertionError("a match of older rules was played by the new ones")

    family = ModuleType("dicehand")
    entry = registry.Entry(NextDiceHand(), family)  # type: ignore[arg-type]
    monkeypatch.setitem(registry.entries(), "dicehand", entry)  # type: ignore[index]
    registry.game.cache_clear()
    assert recording(desk, match) == Refusal("rules_missing", {"game": "dicehand", "rules": 1})
    family.PAST = (DiceHand(),)  # type: ignore[attr-defined]
    assert (recording(desk, match), replay(desk, match, 2)) == before
    with pytest.raises(KeyError):
        registry.game("dicehand@3")


def test_a_request_that_finds_too_many_waiting_is_refused_at_once(played: Seated) -> None:
    service = service_of(played.desk)

    def full(*_work: Any) -> Any:
        raise Busy

    service.app._beside = full
    found = service.app.compute(replays.replay, contract.ReplayHand(match=of(played), account="ann", hand=1))
    assert found == Refusal("service_unavailable", {"service": "tables"})


# --- for other programs ---


def test_a_player_gets_a_match_of_portes_as_text_with_the_names_at_the_table() -> None:
    desk, rules = Desk(games=["tavli"]), registry.game("tavli")
    table = desk.open("table-1@tavli", options={"variant": "portes", "target": 1}).begin()
    for _ in range(6):
        if not table.now.match.clocks:
            desk.pass_ms(2_051)
            continue
        (clock,) = table.now.match.clocks
        moves = map(rules.write, rules.legal(table.now.match.state, clock.seat))
        play = next(move for move in moves if move["move"] == "play")
        table.move(("ann", "bob")[clock.seat], clock.number, play)
    (clock,) = table.now.match.clocks
    table.move("bob", clock.number, {"move": "resign"})
    written = ask(desk, contract.GetMatchText(match=of(table), account="ann"))
    assert written.file == f"kafeneio-tavli-{of(table)}.mat"
    lines = written.text.splitlines()
    assert "Ann : 0" in lines[lines.index(" Game 1") + 1] and "Bob : 0" in lines[lines.index(" Game 1") + 1]
    assert lines[-1].strip() == "Wins 2 points and the match"


def test_a_game_without_a_text_form_is_text_unavailable(played: Seated) -> None:
    assert ask(played.desk, contract.GetMatchText(match=of(played), account="ann")) == Refusal("text_unavailable")


# --- found by operators -----------------------------------------------------------------------------------------


def found(desk: Desk, *roles: str, **wanted: Any) -> Any:
    answer = ask(desk, contract.FindMatches(roles=list(roles or ("operator",)), **wanted))
    return answer if isinstance(answer, Refusal) else [each.match for each in answer.recordings]


def test_operators_find_a_match_by_player_table_time_and_id(desk: Desk, played: Seated) -> None:
    match = played.now.last.match  # type: ignore[union-attr]
    (line,) = ask(desk, contract.FindMatches(roles=["operator"], of="ann")).recordings
    at_ms = line.started_at_ms
    for wanted in (
        {}, {"of": "bob"}, {"match": match}, {"game": line.game}, {"from_ms": at_ms, "until_ms": at_ms + 1},
        {"table": recording(desk, match).table},
    ):  # fmt: skip
        assert found(desk, **wanted) == [match], wanted
    for wanted in ({"of": "eva"}, {"match": "no"}, {"game": "no"}, {"table": "no"}, {"from_ms": at_ms + 1}):
        assert found(desk, **wanted) == [], wanted


def test_others_find_no_matches_of_others(desk: Desk, played: Seated) -> None:
    assert played
    for roles in (("moderator", "administrator"), ("player",)):
        assert found(desk, *roles) == Refusal("forbidden")
    assert found(desk, before="no") == Refusal("cursor_invalid")
