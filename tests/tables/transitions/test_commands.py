"""What is answered to commands, and that the second time is as the first."""

import pytest

from services.contracts.tables import commands
from services.contracts.tables.events import MatchFinished
from services.platform.process.json import encode
from services.tables import schema as store
from services.tables.settings import TablesSettings
from services.tables.worker.shards.inbox_items import QueueDelivery
from tests.tables.support.desk import GATEWAY, Desk, Message, answer, last_view

PLACE = {"move": "place", "row": 1, "col": 1}


@pytest.fixture
def table(desk):
    return desk.open().begin()


# --- refusals, in their order ---


def test_a_move_of_another_match_is_stale(desk, table):
    assert answer(table.move(table.turn_of, 1, PLACE, match="another")) == "stale"


def test_a_move_for_a_decision_that_has_passed_is_stale(desk, table):
    first, number = table.turn_of, table.now.match.clocks[0].number
    table.place(1, 1)
    assert answer(table.move(first, number, {"move": "place", "row": 3, "col": 3})) == "stale"
    assert answer(table.move(table.turn_of, number, {"move": "place", "row": 3, "col": 3})) == "stale"


def test_a_move_before_its_turn_is_not_your_turn(desk, table):
    number = table.now.match.clocks[0].number
    assert answer(table.move(table.other, number, PLACE)) == "not_your_turn"
    assert answer(table.move(table.other, number + 1, PLACE)) == "not_your_turn"
    assert answer(table.move(table.other, None, PLACE)) == "not_your_turn"


def test_a_move_that_names_no_decision_where_one_is_owed_is_refused(desk, table):
    assert answer(table.move(table.turn_of, None, PLACE)) == "decision_missing"


def test_the_games_refusals_come_with_the_games_codes(desk, table):
    number = table.now.match.clocks[0].number
    table.place(1, 1)
    number += 1
    for move, code in (
        ({"move": "fly"}, "illegal_move"),
        ({"move": "place", "row": "1", "col": 1}, "bad_parameters"),
        ({"move": "place", "row": 4, "col": 1}, "out_of_board"),
        ({"move": "place", "row": 10**30, "col": 1}, "out_of_board"),
        (PLACE, "cell_taken"),
        ({}, "illegal_move"),
    ):
        assert answer(table.move(table.turn_of, number, move)) == code, move
    assert table.now.match.clocks[0].number == number


def test_after_the_end_the_last_match_is_over_and_the_next_is_not_begun(desk, table):
    match = table.now.match.id
    table.play_out()
    assert answer(table.move("ann", 9, PLACE, match=match)) == "match_over"
    assert answer(table.move("ann", 1, PLACE)) == "stale"
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "aa" * 16)
    assert answer(table.move("ann", 9, PLACE, match=match)) == "match_over"
    assert answer(table.move("ann", 1, PLACE)) == "stale"
    table.ratings()
    assert answer(table.move("ann", 9, PLACE, match=match)) == "stale"


def test_a_command_of_a_player_without_a_seat_changes_nothing(desk, table):
    before = table.now
    for frames in (
        table.move("carol", 1, PLACE),
        table.leave("carol"),
        table.seed("carol"),
        table.choose("carol", "rematch", match=table.now.match.id),
    ):
        assert answer(frames) == "not_seated"
    assert table.now == before


def test_a_table_that_never_was_is_unknown(desk):
    desk.hear(commands.Move("nowhere", "t", 1, GATEWAY, 1, "ann", "c-none", "m", 1, PLACE))
    assert answer(desk.frames(1)) == "table_unknown"


def test_replies_of_services_for_a_table_that_is_gone_are_dropped(desk):
    desk.hear(commands.Held("nowhere", "t", 1, "m"), commands.Settled("nowhere", "t", 1, "m", [], 0, {}))
    assert desk.link.frames == []


def test_a_refusal_changes_nothing_and_goes_to_the_sender_alone(desk, table):
    table.watch("ann")
    table.watch("bob")
    desk.frames(1)
    before = table.now
    table.move(table.turn_of, None, PLACE)
    assert table.now == before
    assert desk.frames(2 if table.turn_of == "ann" else 1) == []


# --- the second time ---


def test_an_accepted_command_sent_again_is_answered_with_its_version(desk, table):
    first = answer(table.place(1, 1, id="same"))
    before = table.now
    for _ in range(2):
        again = table.move("ann", 1, PLACE, id="same") + table.move("bob", 1, PLACE, id="same")
        assert [frame["version"] for frame in again] == [first, first]
    assert table.now == before


def test_a_command_twice_in_one_message_counts_once(desk, table):
    number = table.now.match.clocks[0].number
    head = table.head(table.turn_of, id="twice")
    move = commands.Move(*head, table.now.match.id, number, PLACE)
    desk.turn(*desk.deliver([move, move], [move]))
    frames = desk.frames(head[4])
    assert len(frames) == 3 and {answer([frame]) for frame in frames} == {table.now.seq}
    assert sum(row.command_id == "twice" for row in desk.rows(store.journal)) == 1


def test_a_refused_command_is_refused_alike_though_it_would_be_right_by_now(desk, table):
    first, second = table.turn_of, table.other
    number = table.now.match.clocks[0].number
    early = {"number": number + 1, "move": {"move": "place", "row": 3, "col": 3}, "id": "early"}
    assert answer(table.move(second, **early)) == "not_your_turn"
    table.place(1, 1)
    assert table.turn_of == second
    assert answer(table.move(second, **early)) == "not_your_turn"
    assert first == table.other


@pytest.mark.parametrize("between", [0, 3, 80])
def test_a_new_owner_returns_the_same_results_as_the_old_one(desk, between):
    """However many commands came in between, accepted or refused."""
    table = desk.open(options={"size": 5}).begin()
    first, second = table.turn_of, table.other
    number = table.now.match.clocks[0].number
    early = {"number": number + 1, "move": {"move": "place", "row": 5, "col": 5}}
    assert answer(table.move(second, **early, id="refused-early")) == "not_your_turn"
    version = answer(table.place(1, 1, id="accepted"))
    for n in range(between):
        table.move(first, 99, PLACE, id=f"noise-{n}", at_ms=desk.clock.now_ms())
        desk.clock.advance(1)
    assert answer(table.move(first, number, PLACE, id="refused-late")) == "stale"
    seq = table.now.seq

    other = Desk(desk.database)
    other.hear(commands.Wake(1))
    again = type(table)(other, table.id)
    assert answer(again.move(first, number, PLACE, id="accepted")) == version
    assert answer(again.move(second, **early, id="refused-early")) == "not_your_turn"
    assert answer(again.move(first, 99, PLACE, id="refused-late")) == "stale"
    assert again.now.seq == seq + 1, "only the word that the clocks go on"


def test_a_new_owner_of_a_long_match_knows_the_newest_refusals_too(desk):
    settings = TablesSettings(remembered_commands=4)
    desk = Desk(settings=settings)
    table = desk.open(options={"size": 5}).begin()
    for cell in ((1, 1), (2, 1), (1, 2), (2, 2), (5, 5)):
        desk.clock.advance(1)
        table.place(*cell)
    early = {"number": table.now.match.clocks[0].number + 1, "move": {"move": "place", "row": 3, "col": 3}}
    second = table.other
    desk.clock.advance(1)
    assert answer(table.move(second, **early, id="early")) == "not_your_turn"
    desk.clock.advance(1)
    table.place(5, 1)

    other = Desk(desk.database, settings)
    other.hear(commands.Wake(1))
    again = type(table)(other, table.id)
    assert answer(again.move(second, **early, id="early")) == "not_your_turn"


def test_ids_beyond_what_is_known_by_heart_are_looked_up(desk):
    settings = TablesSettings(remembered_commands=4)
    desk = Desk(settings=settings)
    table = desk.open(options={"size": 5}).begin()
    mover, number = table.turn_of, table.now.match.clocks[0].number
    version = answer(table.place(1, 1, id="old"))
    for n in range(10):
        table.move(mover, 1, PLACE, id=f"noise-{n}")
    assert "old" not in desk.held.loaded_tables[table.id].answers
    assert answer(table.move(mover, number, PLACE, id="old")) == version
    assert answer(table.move(mover, number, {"move": "fly"}, id="noise-0")) == "stale"


def test_a_closed_table_still_returns_its_earlier_results(desk, table):
    match = table.now.match.id
    winner = table.play_out()
    number = 1
    table.choose(winner, "communication", id="to-the-lobby")
    closed = desk.rows(store.journal)[-1]
    assert closed.action.startswith('{"k":"closed"')
    for _ in range(2):
        desk.hear(commands.Choose(table.id, "t", 1, GATEWAY, 1, winner, "to-the-lobby", match, "communication"))
        assert answer(desk.frames(1)) == closed.seq - 1
    desk.hear(commands.Move(table.id, "t", 1, GATEWAY, 1, winner, "another", match, number, PLACE))
    assert answer(desk.frames(1)) == "table_unknown"


def test_a_player_that_has_left_for_good_gets_the_first_result_again(desk, table):
    leaver = table.turn_of
    version = answer(table.leave(leaver, id="bye"))
    assert isinstance(version, int)
    assert answer(table.leave(leaver, id="bye")) == version
    assert answer(table.leave(leaver)) == "not_seated"
    settings = TablesSettings(remembered_commands=1)
    other = Desk(desk.database, settings)
    other.hear(commands.Wake(1))
    again = type(table)(other, table.id)
    again.leave("carol")
    assert answer(again.leave(leaver, id="bye", match="x")) == version


def test_ids_are_the_tables_own(desk):
    one, two = desk.open("table-1").begin(), desk.open("table-2").begin()
    assert isinstance(answer(one.place(1, 1, id="same")), int)
    assert isinstance(answer(two.place(1, 1, id="same")), int)


# --- many at once ---


def test_commands_of_one_message_are_taken_in_order(desk, table):
    first, second, match = table.turn_of, table.other, table.now.match.id
    number = table.now.match.clocks[0].number
    moves = []
    for n, (account, cell) in enumerate(((first, (1, 1)), (second, (2, 1)), (first, (1, 2)), (second, (2, 2)))):
        move = {"move": "place", "row": cell[0], "col": cell[1]}
        moves.append(commands.Move(*table.head(account), match, number + n, move))
    desk.turn(*desk.deliver(moves))
    assert table.now.match.clocks[0].number == number + 4
    assert [answer([frame]) for frame in desk.frames(1) + desk.frames(2)].count(None) == 0


def test_tables_of_many_shards_share_a_turn(desk):
    tables = [desk.open(f"table-{n}") for n in range(1, 9)]
    seeds = [commands.Seed(*table.head(account), table.now.match.id, "ab" * 16)
             for table in tables for account in ("ann", "bob")]  # fmt: skip
    delivered = desk.deliver(*([seed] for seed in seeds))
    desk.turn(*delivered)
    assert all(all(seat.seed for seat in table.now.seats) for table in tables)
    assert {each.tag for each in delivered} <= desk.link.acknowledged


@pytest.mark.parametrize("body", [b"", b"{", b"{}", b"[1]", b'[["fly","t","x",1]]', b'[["move","table-1"]]', b"\xff"])
def test_a_message_that_cannot_be_read_delays_no_other(desk, table, body):
    bad = QueueDelivery("tictactoe.1", Message(body), desk.link.channel)
    desk.link.delivered.append(bad.tag)
    number = table.now.match.clocks[0].number
    good = desk.deliver([commands.Move(*table.head(table.turn_of), table.now.match.id, number, PLACE)])
    desk.turn(bad, *good)
    assert table.now.match.clocks[0].number == number + 1
    assert {bad.tag, good[0].tag} <= desk.link.acknowledged | desk.link.given_up


# --- leaving ---


def test_leaving_while_a_match_is_asked_for_makes_it_void(desk):
    table = desk.open(stake=200)
    table.seed("ann")
    table.holds()
    assert isinstance(answer(table.leave("ann")), int)
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.reason, [each.seat for each in finished.departures]) == ("void", "left", [0])
    assert table.phase == "over"
    table.ratings(match=finished.match)
    table.seed("bob", match=finished.match)
    assert table.phase == "over"


@pytest.mark.parametrize("word", ["leave", "resign"])
def test_leaving_before_the_first_round_makes_the_match_void(desk, word):
    table = desk.open(stake=200).begin()
    table.place(1, 1)
    leaver = table.other
    table.move(leaver, None, {"move": word})
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.winners, finished.first_round_done) == ("void", [], False)
    assert (finished.points, finished.places, finished.reason) == ([], [], "left")


@pytest.mark.parametrize("own_turn", [True, False])
def test_leaving_after_the_first_round_is_a_win_for_the_other(desk, own_turn):
    table = desk.open(stake=200).begin().first_round()
    leaver = table.turn_of if own_turn else table.other
    seat = ["ann", "bob"].index(leaver)
    table.leave(leaver)
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.winners, finished.reason) == ("forfeited", [1 - seat], "forfeited")
    assert finished.first_round_done and finished.departures[0].first_round_done


def test_no_rematch_is_offered_after_a_player_left_for_good(desk):
    table = desk.open().begin().first_round()
    table.leave(table.turn_of)
    stayed = table.now.seats[0].account if not table.now.seats[0].left else "bob"
    view = last_view(table.watch(stayed))
    assert (view["phase"], view["choices"], view["choose_ms_left"]) == ("over", [], None)
    assert answer(table.choose(stayed, "rematch")) == "choice_closed"
    desk.pass_ms(30_051)
    assert table.id not in desk.held.loaded_tables


def test_a_match_that_both_players_leave_is_published_as_finished_once(desk):
    table = desk.open().begin().first_round()
    first, second = table.turn_of, table.other
    table.leave(first)
    assert answer(table.leave(second, match=table.now.last.match)) == "match_over"
    assert len(desk.told(MatchFinished)) == 1


def test_leaving_after_the_end_is_the_choice_of_the_lobby(desk):
    table = desk.open().begin()
    match = table.now.match.id
    winner = table.play_out()
    assert isinstance(answer(table.leave(winner, match=match)), int)
    assert table.id not in desk.held.loaded_tables


def test_leaving_a_match_that_is_not_this_one_is_stale(desk):
    table = desk.open().begin()
    assert answer(table.leave("ann", match="another")) == "stale"
    first = table.now.match.id
    table.play_out()
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "aa" * 16)
    table.ratings()
    assert answer(table.leave("ann", match=first)) == "stale"
    assert table.phase == "playing"


def test_ids_with_any_text_travel_unharmed(desk, table):
    odd = "q\"uo\\te %s %% ' ; -- κ"
    version = answer(table.place(1, 1, id=odd))
    assert isinstance(version, int)
    assert desk.worker._journal.answer_of(table.id, odd) == version
    assert encode(table.now) == encode(desk.stored(table.id))
