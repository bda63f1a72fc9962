"""A rematch gets its ratings with ranking's answer to the last match, without asking; nothing may leave it waiting."""

from typing import Any

import pytest

from services.contracts.tables import commands
from services.contracts.tables.commands import SeatRating
from services.contracts.tables.events import MatchAsked, MatchFinished
from services.tables.transitions import start
from services.tables.worker.shards.owned_shards import ASK_AFTER_MS, AwaitedRatings
from tests.tables.support.desk import Desk, Seated

NEXT = [SeatRating("ann", 1508, 31, 1600), SeatRating("bob", 1392, 8, 1500)]
CHANGES = [commands.SeatRated("ann", 1508, 8, "win"), commands.SeatRated("bob", 1392, -8, "loss")]


def answers(desk: Desk, finished: MatchFinished, freezes_next: bool = True) -> list[Any]:
    """What ranking sends for a match, as one message; an earlier release froze nothing."""
    head = (finished.table, "trace-ranking", desk.clock.now_ms())
    rated = commands.MatchRated(*head, finished.match, CHANGES, NEXT, freezes_next)
    return [rated, commands.RatingsFrozen(*head, finished.next_match, NEXT)] if freezes_next else [rated]


def play(table: Seated) -> MatchFinished:
    """The match is played to its end."""
    table.play_out()
    (finished,) = table.desk.told(MatchFinished)
    return finished


def press(table: Seated) -> list[MatchAsked]:
    """Both want a rematch; returns what is asked for it."""
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "a1" * 16)
    return table.desk.told(MatchAsked)


def waiting(desk: Desk, stake: int = 0) -> tuple[Seated, MatchFinished, list[MatchAsked]]:
    """A table whose players have pressed before ranking's answer, after another one has shown what ranking does; with
    what is asked for the rematch."""
    other = desk.open("table-2").begin()
    desk.turn(*desk.deliver(answers(desk, play(other))))
    table = desk.open(stake=stake).begin()
    finished = play(table)
    return table, finished, press(table)


def test_a_rematch_pressed_early_requests_no_ratings_and_begins_with_those_that_come(desk):
    table, finished, asked = waiting(desk)
    assert asked == [] and table.phase == "asking"
    desk.turn(*desk.deliver(answers(desk, finished)))
    assert table.phase == "playing" and desk.told(MatchAsked) == []
    assert finished.next_match == table.now.match.id and list(table.now.match.ratings) == NEXT
    assert desk.stored(table.id) == table.now


def test_a_rematch_for_stakes_asks_the_wallet_alone(desk):
    table, finished, (asked,) = waiting(desk, stake=200)
    assert asked.ratings_known and asked.stake_chips == 200
    desk.turn(*desk.deliver(answers(desk, finished)))
    table.holds()
    assert table.phase == "playing"


def test_a_reply_that_comes_before_the_players_press_is_used_as_ever(desk):
    table = desk.open().begin()
    finished = play(table)
    desk.turn(*desk.deliver(answers(desk, finished)))
    assert table.phase == "choosing"
    assert press(table) == [] and table.phase == "playing"


def test_tables_ask_until_ranking_has_shown_that_it_freezes_unasked(desk):
    table = desk.open().begin()
    finished = play(table)
    (asked,) = press(table)
    assert (asked.match, asked.ratings_known) == (finished.next_match, False)


def test_a_reply_of_an_earlier_ranking_makes_all_tables_ask_for_a_minute(desk):
    for id, freezes_next in (("table-2", True), ("table-3", False), ("table-4", True)):
        desk.turn(*desk.deliver(answers(desk, play(desk.open(id).begin()), freezes_next)))
    table = desk.open().begin()
    play(table)
    assert len(press(table)) == 1
    table.ratings()
    desk.clock.advance(60_000)
    play(table)
    assert press(table) == []


def test_ratings_that_do_not_come_are_asked_for_once(desk):
    table, _finished, _asked = waiting(desk)
    desk.pass_ms(ASK_AFTER_MS - 1)
    assert desk.told(MatchAsked) == []
    desk.pass_ms(1)
    desk.pass_ms(ASK_AFTER_MS)
    (asked,) = desk.told(MatchAsked)
    assert (asked.match, asked.ratings_known) == (table.now.match.id, False)
    table.ratings()
    assert table.phase == "playing"


def test_ratings_that_have_come_are_not_asked_for(desk):
    _table, finished, _asked = waiting(desk)
    desk.turn(*desk.deliver(answers(desk, finished)))
    desk.pass_ms(2 * ASK_AFTER_MS)
    assert desk.told(MatchAsked) == []


def test_a_worker_that_takes_the_table_over_asks(desk):
    table, _finished, _asked = waiting(desk)
    rival = Desk(desk.database)
    rival.hear(commands.Wake(1))
    (asked,) = rival.told(MatchAsked)[-1:]
    assert (asked.match, asked.ratings_known) == (table.now.match.id, False)


def test_a_worker_that_drains_asks_before_it_goes(desk):
    table, _finished, _asked = waiting(desk)
    desk.worker.begin_drain()
    while desk.worker.turn():
        pass
    (asked,) = desk.told(MatchAsked)
    assert asked.match == table.now.match.id


def test_a_table_does_not_begin_to_wait_while_its_worker_drains(desk):
    table = desk.open().begin()
    finished = play(table)
    desk.turn(*desk.deliver(answers(desk, play(desk.open("table-2").begin()))))
    desk.worker._owned.awaited_ratings.drain()
    (asked,) = press(table)
    assert asked.match == finished.next_match


def test_a_commit_that_fails_leaves_no_table_waiting_unnoticed(desk, monkeypatch):
    table, _finished, _asked = waiting(desk)
    desk.held.forget_all(desk.clock.now_ms(), keep=True)
    desk.turn()
    (asked,) = desk.told(MatchAsked)
    assert asked.match == table.now.match.id


class EarlierWorker(Desk):
    """A worker of the release before: it asks for nothing when it takes a table over, and never again."""

    def turn(self, *items: Any) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(start, "ask_again", lambda _transition: None)
            patched.setattr("services.tables.worker.cycle.cycle.ask_again", lambda _transition: None)
            patched.setattr(AwaitedRatings, "follow", lambda _self, _now_ms: False)
            super().turn(*items)


def test_a_worker_of_the_release_before_that_takes_the_table_over_begins_the_rematch(desk):
    table, finished, _asked = waiting(desk)
    earlier = EarlierWorker(desk.database)
    earlier.hear(commands.Wake(1))
    assert finished.next_match not in {each.match for each in earlier.told(MatchAsked)}
    earlier.turn(*earlier.deliver(answers(desk, finished)))
    assert earlier.table(table.id).phase == "playing"
    assert list(earlier.table(table.id).match.ratings) == NEXT


def test_the_journal_has_the_entries_of_a_rematch_that_asks(desk):
    def actions(table: Seated) -> list[str]:
        rows = [row for row in desk.rows_of_journal() if row.table_id == table.id]
        return [row.action.split('"')[3] for row in sorted(rows, key=lambda row: row.seq)]

    table, finished, _asked = waiting(desk)
    before = len(actions(table))
    desk.turn(*desk.deliver(answers(desk, finished)))
    assert actions(table)[before:][:3] == ["rated", "ratings", "begun"]
