"""The Academy: hands played on from any position, dice by hand, branches that are kept: RULES.md §13."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.contracts.base import Done
from services.contracts.tables import recordings as contract
from services.contracts.tables.recordings import DiceStep, MoveStep, WaitStep
from services.kernel.clock import FakeClock
from services.kernel.fair import Stream, deal_key, join_seeds
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.tables.history import academy
from services.tables.history import finished_match_rows as finished
from services.tables.history.replay import player
from tests.tables.history.test_recordings import ask, of, play_hand, recording
from tests.tables.support.desk import Desk, Seated
from tests.tables.support.dicehand import DiceHand
from tests.tables.support.made_up_games import register

TAKE, STAND, KNOCK = ({"move": name} for name in ("take", "stand", "knock"))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Seated:
    """Two hands: in the first Ann takes one card, in the second Bob knocks."""
    register(monkeypatch, DiceHand())
    desk = Desk(games=["dicehand"])
    table = desk.open("table-1@dicehand", options={"worth": 2}).begin()
    play_hand(table, takes=1)
    play_hand(table, knock=True)
    return table


def study(table: Seated, *steps: Any, hand: int = 1, position: int = 0, account: str = "ann") -> Any:
    request = contract.StudyHand(match=of(table), account=account, hand=hand, position=position, steps=list(steps))
    return ask(table.desk, request)


def says(seat: int, move: dict[str, Any]) -> MoveStep:
    return MoveStep(seat=seat, move=move)


def test_a_fork_at_every_position_shows_what_the_replay_shows_once_chance_has_been_drawn(played: Seated) -> None:
    hand = ask(played.desk, contract.ReplayHand(match=of(played), account="ann", hand=1)).positions
    for position in range(len(hand)):
        found = study(played, position=position)
        settled = next(each for each in hand[position:] if each.due or each is hand[-1] or each.kind == "stand")
        assert found.view == settled.view, position
        assert (found.hand, found.position, found.steps) == (1, position, 0)


def test_the_original_moves_give_the_original_hand_whatever_the_position(played: Seated) -> None:
    found = recording(played.desk, of(played))
    moves = [event for event in found.events if event.hand == 1]
    for position in range(len(moves) + 1):
        rest = [says(event.seat, event.data["move"]) for event in moves[position:] if event.kind == "moved"]
        waits = [WaitStep()] if position < len(moves) else []
        end = study(played, *rest, *waits, position=position)
        assert end.over and end.simulated.hand == end.original.hand == found.hands[0].result
        assert end.simulated.result is None and end.original.result is None


def test_another_way_to_play_is_shown_beside_the_original(played: Seated) -> None:
    steps = [says(0, TAKE), says(0, TAKE), says(0, STAND), says(1, STAND)]
    pause = study(played, *steps)
    assert pause.over is False and pause.pausing and pause.simulated is None
    end = study(played, *steps, says(1, KNOCK))
    assert end.over and end.sights == [] and end.simulated.hand["points"] in ([4, 0], [0, 4])
    assert end.original.hand["points"] in ([2, 0], [0, 2])


def test_the_last_hand_ends_with_the_result_of_the_match(played: Seated) -> None:
    end = study(played, says(0, STAND), says(1, STAND), WaitStep(), hand=2)
    assert end.over and end.simulated.result["reason"] in ("points", "even")
    assert end.original.result["reason"] in ("points", "even") and end.original.hand["number"] == 2


def test_a_pause_in_which_a_seat_may_act_waits_for_the_user(played: Seated) -> None:
    paused = study(played, says(0, STAND), says(1, STAND))
    assert paused.pausing and [(sight.seat, sight.number) for sight in paused.sights] == [(1, None)]
    assert study(played, WaitStep()) == Refusal("wait_not_due", {"step": 0, "detail": None})


def test_every_seat_is_played_from_its_own_view(played: Seated) -> None:
    first = study(played)
    (sight,) = first.sights
    assert (sight.seat, sight.view["seat"], sight.view["cards"]) == (0, 0, [])
    assert sight.view["card"] == first.view["cards"][0] and len(first.view["cards"]) == 4
    (other,) = study(played, says(0, STAND)).sights
    assert (other.seat, other.view["card"]) == (1, first.view["cards"][1])


def test_a_seat_that_may_act_and_has_nothing_to_do_is_not_shown(desk: Desk) -> None:
    """At tic tac toe every seat may leave at any time, which is no move of the game."""
    table = desk.open().begin()
    table.play_out()
    (sight,) = study(table, position=2).sights
    assert sight.number is not None


def test_undoing_is_leaving_steps_away(played: Seated) -> None:
    steps = [says(0, TAKE), says(0, STAND), says(1, TAKE)]
    shown = [study(played, *steps[:count]) for count in range(4)]
    assert [study(played, *steps[:count]) for count in (2, 1, 0)] == [shown[2], shown[1], shown[0]]
    assert [each.steps for each in shown] == [0, 1, 2, 3]


def test_the_last_step_is_described_with_all_hands_open(played: Seated) -> None:
    told = study(played, says(0, TAKE)).told
    assert [each.kind for each in told] == ["take", "drawn"]
    assert told[0].data["card"] in range(4)


# --- chance ------------------------------------------------------------------------------------------------------


def rolls(table: Seated, count: int) -> list[list[int]]:
    """The rolls of hand 1 in the order of its stream, drawn or not."""
    found = recording(table.desk, of(table))
    root = bytes.fromhex(found.root)
    stream = Stream(root, deal_key(root, found.match, 1), "dice", join_seeds(found.seeds))
    return [list(stream.dice(2)) for _ in range(count)]


def test_dice_go_on_in_recorded_order_and_past_its_end_from_the_same_stream(played: Seated) -> None:
    wanted = rolls(played, 3)
    recorded = [event for event in recording(played.desk, of(played)).events if event.hand == 1]
    assert [event.data["values"] for event in recorded if event.data.get("purpose") == "dice"] == wanted[:2]
    shown = [study(played, *[says(0, TAKE)] * count).view["dice"] for count in range(3)]
    assert shown == wanted


def test_the_stock_goes_on_in_recorded_order(played: Seated) -> None:
    deal = recording(played.desk, of(played)).events[0].data["values"]
    assert study(played, says(0, TAKE)).view["cards"] == [deal[2], deal[1], deal[3]]
    assert study(played, says(0, STAND), says(1, TAKE)).view["cards"] == [deal[0], deal[2], deal[3]]


def test_dice_set_by_hand_take_the_place_of_one_roll(played: Seated) -> None:
    wanted = rolls(played, 3)
    set_now = [says(0, TAKE), DiceStep(values=[6, 6])]
    assert study(played, says(0, TAKE)).rolled == wanted[1] == study(played, says(0, TAKE)).view["dice"]
    assert (study(played, *set_now).view["dice"], study(played, *set_now).rolled) == ([6, 6], None)
    assert study(played).rolled == wanted[0] and study(played, says(0, STAND)).rolled is None
    assert study(played, *set_now, says(0, TAKE)).view["dice"] == wanted[2]
    assert study(played, DiceStep(values=[1, 2])).view["dice"] == [1, 2]


@pytest.mark.parametrize("values", [[1], [1, 2, 3], [0, 1], [7, 1], [-1, 3]])
def test_dice_that_no_cup_holds_are_refused(played: Seated, values: list[int]) -> None:
    answer = study(played, says(0, TAKE), DiceStep(values=values))
    assert answer == Refusal("dice_invalid", {"step": 1, "detail": {"dice": 2}})


def test_dice_are_set_only_where_the_game_rolls(played: Seated) -> None:
    answer = study(played, says(0, STAND), DiceStep(values=[1, 1]))
    assert answer == Refusal("dice_not_due", {"step": 1, "detail": None})


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (says(1, TAKE), "not_your_turn"),
        (says(7, TAKE), "not_your_turn"),
        (says(-1, TAKE), "not_your_turn"),
        (says(0, {"move": "leave"}), "illegal_move"),
        (says(0, {"move": "fly"}), "illegal_move"),
        (says(0, {}), "illegal_move"),
        (says(0, {"move": "take", "why": "x" * 2_000}), "step_too_long"),
    ],
)
def test_a_step_that_may_not_be_is_refused_with_its_number(played: Seated, step: Any, error: str) -> None:
    answer = study(played, says(0, TAKE), step)
    assert (answer.error, answer.detail["step"]) == (error, 1)


def test_a_stock_that_is_empty_is_refused_as_the_game_does(played: Seated) -> None:
    assert study(played, *[says(0, TAKE)] * 3).error == "stock_empty"


@pytest.mark.parametrize(("hand", "position"), [(1, 8), (1, 1_000_000), (0, 0), (3, 0)])
def test_a_position_out_of_range_is_refused(played: Seated, hand: int, position: int) -> None:
    assert study(played, hand=hand, position=position).error == "fork_position"


def test_after_its_end_a_hand_takes_no_more_steps(played: Seated) -> None:
    assert study(played, says(0, TAKE), position=7).error == "hand_over"
    assert study(played, WaitStep(), position=7).error == "hand_over"
    assert study(played, position=7).over


def test_there_is_a_limit_to_steps(played: Seated) -> None:
    assert study(played, *[says(0, TAKE)] * 1_001).error == "bad_request"


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whatever_is_played_a_study_is_its_own_replay(data: st.DataObject) -> None:
    """Any legal way through a hand, step by step or at once, with undoing between: the same."""
    found = _recorded()
    position = data.draw(st.integers(0, found.hands[0].events))
    steps: list[Any] = []
    shown: Any = academy.study(found, 1, position, steps)
    rules = player(found).rules  # type: ignore[union-attr]
    while not shown.over:
        choices: list[Any] = [WaitStep()] if shown.pausing else []
        for sight in shown.sights:
            for name in ("take", "stand", "knock"):
                step = says(sight.seat, {"move": name})
                if not isinstance(academy.study(found, 1, position, [*steps, step]), Refusal):
                    choices.append(step)
        steps.append(data.draw(st.sampled_from(choices)))
        shown = academy.study(found, 1, position, steps)
        assert not isinstance(shown, Refusal)
        assert academy.study(found, 1, position, steps) == shown
    assert shown.simulated.hand["points"] and rules.id == "dicehand"


_kept: list[Any] = []


def _recorded() -> Any:
    """One recording for all examples; the game stays registered with it."""
    if not _kept:
        patch = pytest.MonkeyPatch()
        register(patch, DiceHand())
        desk = Desk(games=["dicehand"])
        table = desk.open("table-1@dicehand", options={}).begin()
        play_hand(table, takes=1)
        play_hand(table)
        _kept.append((patch, recording(desk, of(table))))
    return _kept[0][1]


@pytest.fixture(scope="module", autouse=True)
def no_game_stays() -> Any:
    yield
    for patch, _ in _kept:
        patch.undo()


# --- branches ----------------------------------------------------------------------------------------------------


def save(table: Seated, branch: str, *steps: Any, account: str = "ann", hand: int = 1, **limits: int) -> Any:
    request = contract.SaveBranch(
        match=of(table), account=account, hand=hand, position=0, steps=list(steps), branch=branch
    )
    return ask(table.desk, request, **limits)


def kept(table: Seated, account: str = "ann", match: str | None = None) -> list[str]:
    found = ask(table.desk, contract.ListBranches(account=account, match=match))
    assert found.limit == 100
    return [branch.branch for branch in found.branches]


def test_a_branch_is_kept_as_recording_hand_position_and_moves(played: Seated) -> None:
    steps = [says(0, TAKE), DiceStep(values=[6, 6]), says(0, STAND), says(1, STAND), WaitStep()]
    saved = save(played, "b-1", *steps)
    assert (saved.branch, saved.match, saved.hand, saved.position, saved.steps) == ("b-1", of(played), 1, 0, steps)
    assert (saved.game, saved.players) == ("dicehand", ["Ann", "Bob"])
    (found,) = ask(played.desk, contract.ListBranches(account="ann")).branches
    assert found == saved
    assert study(played, *found.steps, hand=found.hand, position=found.position).over


def test_saved_again_it_is_answered_as_the_first_time(played: Seated) -> None:
    first = save(played, "b-1", says(0, TAKE))
    played.desk.clock.advance(5)
    assert save(played, "b-1", says(0, TAKE)) == first
    assert save(played, "b-1", says(0, STAND)) == first
    assert kept(played) == ["b-1"]


def test_branches_are_ones_own_newest_first_and_of_one_match_where_asked(played: Seated) -> None:
    for name in ("b-1", "b-2"):
        save(played, name)
        played.desk.clock.advance(5)
    save(played, "b-1", account="bob")
    assert kept(played) == ["b-2", "b-1"] and kept(played, "bob") == ["b-1"] and kept(played, "carol") == []
    assert kept(played, match=of(played)) == ["b-2", "b-1"] and kept(played, match="another") == []


def test_there_is_a_limit_and_a_deleted_branch_makes_room(played: Seated) -> None:
    for n in range(3):
        save(played, f"b-{n}", simulation_limit=3)
    assert save(played, "b-3", simulation_limit=3) == Refusal("simulation_limit", {"limit": 3})
    assert save(played, "b-1", simulation_limit=3).branch == "b-1"
    assert save(played, "b-0", account="bob", simulation_limit=3).branch == "b-0"
    for _ in range(2):
        assert ask(played.desk, contract.DeleteBranch(account="ann", branch="b-1")) == Done()
    assert save(played, "b-3", simulation_limit=3).branch == "b-3"
    assert sorted(kept(played)) == ["b-0", "b-2", "b-3"]


@pytest.mark.parametrize("branch", ["", "a b", "\0", "é"])
def test_a_branch_has_a_plain_id(played: Seated, branch: str) -> None:
    assert save(played, branch) == Refusal("branch_invalid")


def test_a_study_that_may_not_be_is_not_kept(played: Seated) -> None:
    assert save(played, "b-1", says(1, TAKE)).error == "not_your_turn"
    assert save(played, "b-1", hand=9).error == "fork_position"
    assert kept(played) == []


def test_branches_and_recordings_are_kept_on_each_kind_of_database(database: Database) -> None:
    desk = Desk(database)
    table = desk.open().begin()
    table.play_out()
    committer = desk.worker._journal.committer
    if hasattr(committer, "close"):
        committer.close()
    assert recording(desk, of(table)).outcome == "won"
    page = ask(desk, contract.ListRecordings(account="ann", limit=1, before=f"{desk.clock.now_ms() + 1}.{'0' * 36}"))
    assert [line.match for line in page.recordings] == [of(table)]
    mark = says(recording(desk, of(table)).events[1].seat, {"move": "place", "row": 2, "col": 2})
    saved = save(table, "b-1", mark)
    assert saved.steps == [mark] and save(table, "b-1", mark) == saved and kept(table) == ["b-1"]


def test_two_saves_at_the_same_time_do_not_exceed_the_limit(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process takes the place between our look and our insert."""
    desk = Desk(database)
    table = desk.open().begin()
    table.play_out()
    committer = desk.worker._journal.committer
    if hasattr(committer, "close"):
        committer.close()
    honest, intruded = finished._insert_unless_taken, []

    def late(work: Any, request: Any, place: int) -> None:
        if not intruded:
            intruded.append(place)
            other = contract.SaveBranch(**{**_fields(request), "branch": "other"})
            if database.is_sqlite:
                honest(work, other, place)  # a second writer would have to wait for us
            else:
                rival = Database(database.url, "tables", FakeClock())
                rival.run(finished.save_branch, other, 1)
                rival.close()
        honest(work, request, place)

    monkeypatch.setattr(finished, "_insert_unless_taken", late)
    assert save(table, "mine", simulation_limit=1) == Refusal("simulation_limit", {"limit": 1})


def _fields(request: Any) -> dict[str, Any]:
    return {name: getattr(request, name) for name in request.__struct_fields__}
