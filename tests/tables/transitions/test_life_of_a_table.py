"""A table from its start to its end: services/tables/RULES.md §6, §10, §14."""

import itertools

import pytest

from services.contracts.tables import commands
from services.contracts.tables.commands import SeatPlayer, SeatRating
from services.contracts.tables.events import MatchAsked, MatchFinished, TableDone
from services.kernel.fair import NO_SEED, Stream, commitment, deal_key
from services.tables import schema as store
from tests.tables.support.desk import Desk, answer, last_view


def kinds(frames):
    return [event["kind"] for frame in frames if frame["t"] == "update" for event in frame["events"]]


# --- asking ---


def test_a_start_asks_wallet_and_ranking_and_waits(desk):
    table = desk.open(stake=200)
    (asked,) = desk.told()
    assert asked == MatchAsked(
        match=table.now.match.id,
        table="table-1",
        game="tictactoe",
        stake_chips=200,
        accounts=["ann", "bob"],
        reply_to="tables.tictactoe.1",
    )
    assert (table.phase, table.now.match.number, table.now.organizer) == ("asking", 1, 0)


def test_a_table_without_stake_is_asked_for_as_free(desk):
    desk.open()
    (asked,) = desk.told()
    assert asked.key() == "free"


def test_a_practice_table_sends_no_requests(desk):
    table = desk.open(practice=True)
    assert desk.told() == []
    table.seed("ann")
    assert table.phase == "playing"


@pytest.mark.parametrize("order", list(itertools.permutations(["holds", "ratings", "ann", "bob"])))
def test_a_match_begins_when_all_it_needs_is_there_in_any_order(desk, order):
    table = desk.open(stake=200)
    for last, step in enumerate(order):
        assert table.phase == "asking", order[:last]
        if step in ("ann", "bob"):
            table.seed(step)
        else:
            getattr(table, step)()
    assert table.phase == "playing"


def test_replies_for_another_match_or_repeated_ones_change_nothing(desk):
    table = desk.open(stake=200)
    table.holds(match="another")
    table.ratings(match="another")
    assert table.now.seq == 2
    for _ in range(2):
        table.holds()
        table.ratings()
    assert table.now.seq == 4
    table.seed("ann")
    table.seed("bob")
    before = table.now
    table.holds()
    table.holds(error="insufficient_chips", account="ann")
    table.ratings()
    assert table.now == before


def test_a_refused_hold_closes_the_table_and_names_the_player_to_the_lobby_alone(desk):
    table = desk.open(stake=200)
    table.watch("ann", conn=5)
    desk.told()
    table.holds(error="insufficient_chips", account="bob")
    finished, done = sorted(desk.told(), key=lambda event: type(event).__name__)
    assert done == TableDone(table="table-1", reason="insufficient_chips", account="bob")
    assert (finished.outcome, finished.reason, finished.winners) == ("void", "stake_refused", [])
    (row,) = desk.rows(store.matches)
    assert (row.outcome, row.root is None, row.last_seq) == ("void", False, 3)
    assert "table-1" not in desk.held.loaded_tables
    assert last_view(desk.frames(5))["phase"] == "closed"
    assert desk.worker._journal.load("tictactoe.1") == []


def test_a_limit_of_one_player_is_not_shown_at_the_table(desk):
    table = desk.open(stake=200)
    table.watch("ann", conn=5)
    desk.told()
    table.holds(error="loss_limit", account="bob")
    finished, done = sorted(desk.told(), key=lambda event: type(event).__name__)
    assert done == TableDone(table="table-1", reason="loss_limit", account="bob")
    assert finished.reason == "stake_refused"
    assert "loss_limit" not in str(desk.frames(5))


def test_seeds_are_taken_for_five_seconds(desk):
    table = desk.open()
    table.ratings()
    desk.clock.advance(5_000)
    assert isinstance(answer(table.seed("ann", "aa" * 16)), int)
    desk.pass_ms(51)
    assert table.phase == "playing"
    assert table.now.match.seeds == ("aa" * 16, NO_SEED)
    assert table.now.match.began_at_ms == desk.clock.now_ms() - 51, "the window's exact end"


def test_a_seed_that_came_late_finds_the_window_closed(desk):
    table = desk.open()
    table.ratings()
    desk.clock.advance(5_001)
    match = table.now.match.id
    assert answer(table.seed("ann", match=match)) == "seed_closed"
    assert table.now.match.seeds == (NO_SEED, NO_SEED)


def test_a_late_reply_at_the_very_end_of_the_window_does_not_keep_it_open(desk):
    table = desk.open(stake=200)
    table.ratings()
    desk.clock.advance(5_000)
    table.holds()
    assert table.phase == "asking"
    desk.pass_ms(51)
    assert table.phase == "playing"


def test_the_window_closes_while_the_wallet_thinks(desk):
    table = desk.open(stake=200)
    table.ratings()
    desk.pass_ms(5_051)
    assert [seat.seed for seat in table.now.seats] == [NO_SEED, NO_SEED]
    desk.pass_ms(60_000)
    assert table.phase == "asking"
    table.holds()
    assert table.phase == "playing"


@pytest.mark.parametrize(
    ("seed", "code"),
    [("", "seed_invalid"), ("AB" * 16, "seed_invalid"), ("ab" * 15, "seed_invalid"), ("ab" * 16, None)],
)
def test_a_seed_is_sixteen_bytes_in_hex_and_accepted_once(desk, seed, code):
    table = desk.open()
    first = answer(table.seed("ann", seed))
    assert (first if code else isinstance(first, int)) == (code or True)
    assert answer(table.seed("ann", "cd" * 16)) == (3 if code else "seed_given")
    assert answer(table.seed("bob", match="another")) == "seed_closed"


def test_a_match_without_replies_is_void_after_ten_minutes(desk):
    table = desk.open(stake=200)
    table.seed("ann")
    desk.told()
    desk.pass_ms(600_000)
    desk.pass_ms(50)
    assert table.phase == "asking"
    desk.pass_ms(1)
    finished, done = sorted(desk.told(), key=lambda event: type(event).__name__)
    assert (finished.outcome, finished.reason, finished.ended_at_ms) == ("void", "not_answered", 1_800_000_600_000)
    assert done == TableDone(table="table-1", reason="not_answered")
    assert "table-1" not in desk.held.loaded_tables


# --- the beginning ---


def test_the_leader_is_drawn_from_the_stream_that_all_can_check(desk):
    table = desk.open()
    view = last_view(table.watch("ann", conn=5))
    committed, match = view["commit"], view["match"]
    table.begin()
    view = last_view(desk.frames(5))
    root = bytes.fromhex(table.now.match.root)
    key = deal_key(root, match, 1)
    assert commitment(root) == committed == view["commit"]
    assert view["deal_key"] == key
    leader = Stream(root, key, "leader", f"{'aa' * 16}.{'bb' * 16}").below(2)
    assert view["game_view"]["turn"] == view["due"][0]["seat"] == leader


def test_a_subscriber_is_sent_the_beginning_and_the_draw(desk):
    table = desk.open()
    table.watch("ann", conn=5)
    table.seed("ann")
    table.seed("bob")
    desk.frames(5)
    table.ratings()
    assert kinds(desk.frames(5)) == [None, "begun", "leader"]


def test_a_start_sent_twice_opens_one_table(desk):
    table = desk.open()
    before = table.now
    desk.open()
    assert table.now == before and len(desk.told(MatchAsked)) == 1
    other = Desk(desk.database)
    other.open()
    assert len(desk.rows(store.tables)) == 1


def test_a_start_in_the_wrong_shard_or_queue_is_left_alone(desk):
    wrong = desk.deliver([commands.Start("table-1", "t", 1, desk.open("table-2").now.order)])
    wrong[0].shard = "tictactoe.5"
    desk.turn(*wrong)
    assert list(desk.held.loaded_tables) == ["table-2"]


# --- the end ---


def test_a_decided_match_is_published_once_with_all_that_consumers_need(desk):
    table = desk.open(stake=200)
    match = table.now.match.id
    table.begin()
    desk.clock.advance(1000)
    winner = table.play_out()
    seat = ["ann", "bob"].index(winner)
    (finished,) = desk.told(MatchFinished)
    assert (finished.match, finished.number, finished.outcome) == (match, 1, "won")
    assert (finished.winners, finished.points[seat], finished.places[seat]) == ([seat], 1, 1)
    assert finished.accounts == ["ann", "bob"] and finished.sides == [[0], [1]]
    assert finished.stake_chips == 200 and finished.key() == "staked"
    assert (finished.started_at_ms, finished.ended_at_ms) == (1_800_000_000_000, 1_800_000_001_000)
    assert finished.first_round_done and finished.departures == []
    assert finished.ratings == [SeatRating("ann", 1500, 10, 1600), SeatRating("bob", 1400, 5, 1450)]
    assert finished.reply_to == "tables.tictactoe.1"
    assert desk.told(TableDone) == []


def test_a_full_board_is_a_tie(desk):
    table = desk.open().begin()
    for row, col in ((1, 1), (1, 2), (1, 3), (2, 2), (2, 1), (2, 3), (3, 2), (3, 1), (3, 3)):
        table.place(row, col)
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.winners, finished.places) == ("tied", [], [1, 1])


def test_root_and_seeds_are_shown_at_the_end_and_chips_and_ratings_when_they_come(desk):
    table = desk.open(stake=200).begin()
    match = table.now.match
    table.watch("ann", conn=5)
    table.play_out()
    result = last_view(desk.frames(5))["result"]
    assert (result["match"], result["root"], result["seeds"]) == (match.id, match.root, ["aa" * 16, "bb" * 16])
    assert result["commit"] == commitment(bytes.fromhex(result["root"]))
    assert [seat["payout_chips"] for seat in result["seats"]] == [None, None]
    for _ in range(2):
        table.settled(match.id, [320, 0])
        table.rated(match.id)
    result = last_view(desk.frames(5))["result"]
    assert [(seat["payout_chips"], seat["net_chips"]) for seat in result["seats"]] == [(320, 120), (0, -200)]
    assert [(seat["elo"], seat["elo_delta"]) for seat in result["seats"]] == [(1508, 8), (1392, -8)]
    assert result["rake_chips"] == 80
    assert sum(row.action.startswith('{"k":"settled"') for row in desk.rows(store.journal)) == 1


def test_the_match_is_stored_with_its_proof(desk):
    table = desk.open(stake=200).begin()
    (row,) = desk.rows(store.matches)
    assert (row.root, row.seeds, row.outcome, row.ended_at_ms, row.last_seq) == (None,) * 5
    table.play_out()
    (row,) = desk.rows(store.matches)
    assert row.outcome == "won" and row.root == table.now.last.root
    assert (row.first_seq, row.last_seq) == (2, table.now.seq)


# --- after the end ---


def test_a_rematch_changes_the_seats_and_draws_again(desk):
    table = desk.open(stake=200).begin()
    table.play_out()
    first, following = table.now.last.match, table.now.match
    for account, seed in (("ann", "a1" * 16), ("bob", "b1" * 16)):
        table.choose(account, "rematch", seed)
    (asked,) = [each for each in desk.told(MatchAsked) if each.match != first]
    assert asked.match == table.now.match.id == following.id and table.now.match.root == following.root
    assert [seat.account for seat in table.now.seats] == ["bob", "ann"]
    assert (table.now.organizer, table.now.match.number, table.phase) == (1, 2, "asking")
    table.holds()
    table.ratings()
    assert table.phase == "playing"
    assert table.now.match.seeds == ("b1" * 16, "a1" * 16)
    stream = Stream(bytes.fromhex(following.root), "x", "leader", "")
    assert stream.position == 0 and table.now.match.streams == {"1|leader": 1}
    table.play_out()
    assert [each.number for each in desk.told(MatchFinished)] == [2]


def test_a_rematch_may_be_played_again_and_again(desk):
    table = desk.open().begin()
    leaders = set()
    for number in range(1, 9):
        assert table.now.match.number == number
        leaders.add(table.now.match.clocks[0].seat)
        table.play_out()
        table.choose("ann", "rematch", "aa" * 16)
        table.choose("bob", "rematch", "bb" * 16)
        table.ratings()
    assert leaders == {0, 1}
    assert len({each.match for each in desk.told(MatchFinished)}) == 8


NEXT_RATINGS = [SeatRating("ann", 1508, 31, 1600), SeatRating("bob", 1392, 8, 1500)]


def rated_rematch(desk, stake):
    """A table whose players choose a rematch once ranking has rated their match, and what is asked for it."""
    table = desk.open(stake=stake).begin()
    table.play_out()
    desk.told()
    table.rated(table.now.last.match, NEXT_RATINGS)
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "a1" * 16)
    return table, desk.told(MatchAsked)


def test_a_rematch_at_no_stake_sends_no_request_once_ranking_has_replied(desk):
    table, asked = rated_rematch(desk, stake=0)
    assert asked == [] and table.phase == "playing"
    assert {each.account: each for each in table.now.match.ratings} == {each.account: each for each in NEXT_RATINGS}


def test_a_rematch_for_stakes_asks_the_wallet_alone_once_ranking_has_answered(desk):
    table, (asked,) = rated_rematch(desk, stake=200)
    assert asked.ratings_known and table.phase == "asking"
    table.holds()
    assert table.phase == "playing"


def test_a_rematch_asks_ranking_for_players_missing_in_its_reply(desk):
    table = desk.open().begin()
    table.play_out()
    desk.told()
    table.rated(table.now.last.match, NEXT_RATINGS[:1])
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "a1" * 16)
    (asked,) = desk.told(MatchAsked)
    assert not asked.ratings_known and table.phase == "asking"


def test_the_commitment_of_the_next_match_is_shown_with_the_end_of_the_last(desk):
    table = desk.open().begin()
    table.watch("ann", conn=5)
    table.play_out()
    shown = last_view(desk.frames(5))
    table.choose("ann", "rematch", "aa" * 16)
    table.choose("bob", "rematch", "bb" * 16)
    table.ratings()
    view = last_view(desk.frames(5))
    assert (view["match"], view["commit"]) == (shown["match"], shown["commit"])


def test_without_a_seed_in_the_choice_the_seeds_are_asked_for(desk):
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", "rematch", "a1" * 16)
    table.choose("bob", "rematch")
    table.ratings()
    assert table.phase == "asking"
    assert answer(table.seed("ann")) == "seed_given"
    table.seed("bob", "b1" * 16)
    assert table.now.match.seeds == ("b1" * 16, "a1" * 16)


@pytest.mark.parametrize(("ann", "bob"), [("communication", None), ("rematch", "communication")])
def test_a_player_that_goes_to_the_lobby_closes_the_table(desk, ann, bob):
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", ann)
    if bob is not None:
        assert table.phase == "choosing" and desk.told(TableDone) == []
        table.choose("bob", bob)
    assert desk.told(TableDone) == [TableDone(table="table-1", reason="")]
    assert "table-1" not in desk.held.loaded_tables


def test_silence_closes_the_table_after_thirty_seconds(desk):
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", "rematch")
    desk.pass_ms(30_050)
    assert table.phase == "choosing"
    desk.pass_ms(1)
    assert desk.told(TableDone) == [TableDone(table="table-1", reason="")]
    assert "table-1" not in desk.held.loaded_tables


def test_a_choice_at_the_last_moment_is_in_time(desk):
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", "rematch")
    desk.clock.advance(30_000)
    table.choose("bob", "rematch")
    assert table.phase == "asking"


def test_choices_are_made_once_in_time_and_for_the_last_match(desk):
    table = desk.open().begin()
    assert answer(table.choose("ann", "rematch", match=table.now.match.id)) == "choice_closed"
    table.play_out()
    assert answer(table.choose("ann", "rematch", match="another")) == "choice_closed"
    assert answer(table.choose("ann", "rotate")) == "rotate_unavailable"
    assert answer(table.choose("ann", "rematch", "no seed")) == "seed_invalid"
    assert isinstance(answer(table.choose("ann", "rematch")), int)
    assert answer(table.choose("ann", "communication")) == "choice_made"
    desk.clock.advance(30_001)
    assert answer(table.choose("bob", "rematch")) == "choice_closed"


def test_the_computer_presses_what_the_people_press(desk):
    table = desk.open(practice=True).begin()
    while table.phase == "playing":
        board = table.now.match.state
        free = next(n for n in range(9) if not (board.x | board.o) >> n & 1)
        move = {"move": "place", "row": free // 3 + 1, "col": free % 3 + 1}
        if table.now.match.clocks[0].seat == 0:
            table.place(move["row"], move["col"])
        else:
            desk.bot("table-1", 1, move)
    (finished,) = desk.told(MatchFinished)
    assert finished.key() == "practice" and finished.accounts == ["ann", None]
    table.choose("ann", "rematch", "aa" * 16)
    assert (table.phase, table.now.match.number) == ("playing", 2)
    assert [seat.account for seat in table.now.seats] == [None, "ann"]


def test_a_table_of_seats_filled_by_hand_keeps_its_organizer(desk):
    seats = [SeatPlayer(name="Bob", account="bob"), SeatPlayer(name="Ann", account="ann")]
    table = desk.open(seats=seats, organizer=1)
    assert table.now.organizer == 1 and table.now.seat_of("ann") == 1
