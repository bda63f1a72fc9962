"""What `make try-clients` holds clients to after kills: it sees what is missing, what is there twice, and what else is
not as the platform's log and journal have it."""

from typing import Any

from bench.clients.under_kills import Found, Received, check_events, check_log, check_moves, of_player, place
from bench.robots.verify_databases import Line

TOPIC = "tables.match_finished"
LOG = [Received(f"e-{number}", f"{number}.0", TOPIC, {"match": f"m-{number}"}) for number in (2, 9, 10)]


def of_events(*received: Received) -> Found:
    found = Found()
    check_events("stream", LOG, received, found)
    return found


def line(match: str, col: int, command: str = "", **action: Any) -> Line:
    return Line("t", 1, match, command or f"c-{match}-{col}", {"k": "moved", "move": {"row": 1, "col": col}} | action)


def played(match: str, col: int) -> dict[str, Any]:
    return {"played": match, "move": {"row": 1, "col": col}}


def test_the_whole_log_in_order_is_no_fault() -> None:
    assert of_events(*LOG) == Found()
    assert place("9.12") < place("10.0") < place("10.1"), "by number, not by text"


def test_an_event_that_did_not_come_is_missed() -> None:
    assert of_events(LOG[0], LOG[2]).missed == ["stream: tables.match_finished e-9"]


def test_an_event_that_was_taken_twice_is_doubled() -> None:
    assert of_events(*LOG, LOG[2]).doubled == ["stream: e-10 2 times"]


def test_events_out_of_order_altered_or_from_elsewhere_are_wrong() -> None:
    assert of_events(LOG[1], LOG[0], LOG[2]).wrong == ["stream: (2, 0) after (9, 0)"]
    assert of_events(*LOG[:2], LOG[2]._replace(data={"match": "m-3"})).wrong == [
        "stream: e-10 is not as the log has it"
    ]
    assert of_events(*LOG[:2], LOG[2]._replace(cursor="11.0")).wrong == ["stream: e-10 is not as the log has it"]
    assert of_events(*LOG, Received("e-11", "11.0", TOPIC, {})).wrong == ["stream: e-11 is not in the log"]


def test_the_log_itself_has_every_match_once() -> None:
    found = Found()
    again = LOG[0]._replace(id="e-20", cursor="20.0")
    check_log([*LOG, again, again], ["m-2", "m-9", "m-10", "m-11"], found)
    assert found.missed == ["log: match m-11"]
    assert found.doubled == ["log: match m-2 3 times", "log: e-20 2 times"]


def test_every_move_was_acknowledged_once_and_is_in_the_journal_once() -> None:
    found = Found()
    notes = [played("m-1", 1), played("m-1", 2), {"match": "m-1"}]
    assert check_moves([line("m-1", 1), line("m-1", 2)], notes, found) == 2
    assert found == Found()
    check_moves([line("m-1", 1), line("m-1", 1, "other"), line("m-1", 3)], [*notes, played("m-1", 2)], found)
    assert found.missed == ["journal: m-1 1,2"]
    assert found.doubled == ["journal: m-1 1,1", "acknowledged: m-1 1,2 2 times"]
    assert found.wrong == ["never acknowledged: m-1 1,3"]


def test_a_command_that_was_carried_out_twice_is_doubled() -> None:
    found = Found()
    check_moves([line("m-1", 1, "c"), line("m-1", 2, "c")], [played("m-1", 1), played("m-1", 2)], found)
    assert found.doubled == ["journal: command c 2 times"]


def test_a_players_stream_has_what_is_about_the_player_and_of_others_nothing() -> None:
    mine = Received("e-1", "1.0", TOPIC, {"match": "m", "accounts": ["bot.1", "bot.2"]})
    other = Received("e-2", "2.0", TOPIC, {"match": "n", "accounts": ["bot.2", "bot.3"]})
    rated = Received("e-3", "3.0", "ranking.rated", {"match": "m", "changes": [{"account": "a"}, {"account": "bot.1"}]})
    made = Received("e-4", "4.0", "lobby.registered", {"account": "bot.1"})
    seen = of_player([mine, other, rated, made], "bot.1")
    assert [each.id for each in seen] == ["e-1", "e-3"]
    assert seen[1].data["changes"] == [{"account": "bot.1"}]
