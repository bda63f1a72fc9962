"""Games of competitions: asked for, paired, counted (services/tournaments/RULES.md §5)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.presence import Active
from services.contracts.moderation import orders
from services.contracts.tables.catalogue import CheckOptions
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from services.contracts.tournaments.corrections import PreviewStandings, StandingsEffect
from services.kernel.refusal import Refusal
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.pairing import use_cases as matchmaking
from tests.tournaments.platform import HOUR_MS, OPERATOR, Tournaments, finished

FOUR = ("ana", "ben", "eva", "leo")


@pytest.fixture
def running(tournaments: Tournaments) -> Tournaments:
    """A competition of four players runs."""
    tournaments.announce(min_entrants=2)
    tournaments.tick()
    tournaments.paid(*FOUR)
    tournaments.later(HOUR_MS)
    tournaments.told()
    return tournaments


def test_two_waiting_players_are_called_to_a_table(running: Tournaments) -> None:
    ana, _ben = running.wait("ana", "ben")
    assert running.pair() == 1
    (called,) = running.told_of(competition_events.GameCalled)

    assert (ana.competition, ana.expected_ms) == ("cup", None)
    assert (called.game, called.options, called.shards, called.seats) == ("tavli", {"target": 5}, 8, ["ana", "ben"])
    running.hear("on_game_seated", answers.GameSeated(competition="cup", table=called.table))
    (game,) = running.ask(contract.ListGames(competition="cup", running=True)).games
    assert (game.table, game.state, [player.name for player in game.players]) == (
        called.table,
        "playing",
        ["Ana", "Ben"],
    )
    own = running.card("ana").own
    assert own is not None
    assert (own.table, own.games_left, own.waiting_since_ms, own.expected_wait_ms) == (called.table, 2, None, 2)
    assert running.pair() == 0


def test_asking_again_keeps_the_place_and_stopping_gives_it_up(running: Tournaments) -> None:
    first, again = running.wait("ana", "ana")
    assert first == again
    assert running.ask(contract.StopWaiting(account="ana", competition="cup")) == Done()
    assert running.wait("ana")[0].since_ms > first.since_ms


def test_refusals_of_a_game_come_in_the_order_of_the_rules(running: Tournaments) -> None:
    running.announce("next", starts_at_ms=running.clock.now_ms() + HOUR_MS)
    running.tick()
    running.paid("ana", competition="next")
    running.others.seated["ben"] = "another-table"
    running.others.absent.add("eva")

    assert running.wait("zoe") == [Refusal("no_games_left")]
    assert running.wait("ana", competition="next") == [Refusal("competition_not_running")]
    assert running.wait("ben") == [Refusal("already_seated")]
    assert running.wait("eva") == [Refusal("player_not_online")]
    assert running.wait("ana", competition="no") == [Refusal("competition_unknown")]
    assert running.rows("waiting") == 0


def test_a_player_waits_in_one_place_alone(running: Tournaments) -> None:
    running.announce("other", min_entrants=2, starts_at_ms=running.clock.now_ms() + 1)
    running.tick()
    running.paid("ana", "ben", competition="other")
    running.later(1)
    running.wait("ana")
    running.wait("ana", competition="other")

    assert running.card("ana").own.waiting_since_ms is None  # type: ignore[union-attr]
    assert running.card("ana", "other").own.waiting_since_ms is not None  # type: ignore[union-attr]


def test_an_absent_player_loses_the_place_and_the_others_keep_theirs(running: Tournaments) -> None:
    ana, _ = running.wait("ana", "ben")
    running.pair()
    (called,) = running.told_of(competition_events.GameCalled)
    missing = answers.GameNotSeated(competition="cup", table=called.table, missing={"ben": "player_not_online"})
    for _ in range(2):
        running.hear("on_game_not_seated", missing)

    own = running.card("ana").own
    assert own is not None and (own.waiting_since_ms, own.games_left, own.table) == (ana.since_ms, 3, None)
    assert running.card("ben").own.games_left == 3  # type: ignore[union-attr]
    assert running.rows("games") == 0
    assert ("ben", "not_called") in running.heard.news
    assert [each.seats for each in running.call("eva")] == [["ana", "eva"]]


def test_players_of_one_device_are_not_paired(running: Tournaments) -> None:
    running.others.devices = {"ana": "d1", "ben": "d1"}
    running.wait("ana", "ben")
    assert running.pair() == 0
    assert [each.seats for each in running.call("eva")] == [["ana", "eva"]]


def test_the_last_opponent_is_not_met_again_while_another_waits(running: Tournaments) -> None:
    (first,) = running.call("ana", "ben")
    running.finish(first)
    assert [each.seats for each in running.call("ana", "ben", "eva")] == [["ana", "eva"]]


def test_a_game_counts_once_in_any_order_of_events(running: Tournaments) -> None:
    running.wait("ana", "ben")
    running.pair()
    (called,) = running.told_of(competition_events.GameCalled)
    running.finish(called)
    running.finish(called, winners=[1], places=[2, 1], points=[0, 5])
    running.hear("on_game_seated", answers.GameSeated(competition="cup", table=called.table))

    assert running.standings() == [(1, "ana", 2, 3, 2240), (2, "ben", 0, -3, 960)]
    (game,) = running.ask(contract.ListGames(competition="cup", player="ben")).games
    assert (game.state, game.match, game.outcome) == ("counted", f"match-of-{called.table}", "won")
    assert [(player.points, player.margin, player.counted) for player in game.players] == [(2, 3, True), (0, -3, True)]


def test_matches_outside_the_competition_change_nothing(running: Tournaments) -> None:
    (called,) = running.call("ana", "ben")
    running.hear("on_match_finished", finished(called, 1, competition=None), finished(called, 1, competition="other"))
    running.hear("on_match_finished", finished(called, 1, table="elsewhere"))
    assert running.standings() == []


@pytest.mark.parametrize(
    ("how", "rows", "left"),
    [
        ({"outcome": "conceded", "winners": [0], "left": [1]}, [("ana", 2, 5), ("ben", 0, -5)], (2, 2)),
        ({"outcome": "void", "winners": [], "left": [1], "places": [], "points": []}, [("ben", 0, -5)], (3, 2)),
        ({"outcome": "void", "winners": [], "places": [], "points": []}, [], (3, 3)),
        ({"outcome": "tied", "winners": [], "elo": [1400, 1600]}, [("ana", 1, 0), ("ben", 0, 0)], (2, 2)),
        ({"outcome": "tied", "winners": []}, [("ana", 1, 0), ("ben", 1, 0)], (2, 2)),
    ],
)
def test_a_game_scores_as_the_rules_say(
    running: Tournaments, how: dict[str, object], rows: list[tuple[str, int, int]], left: tuple[int, int]
) -> None:
    (called,) = running.call("ana", "ben")
    running.finish(called, **how)

    assert [(name, points, margin) for _, name, points, margin, _ in running.standings()] == rows
    assert tuple(running.card(each).own.games_left for each in ("ana", "ben")) == left  # type: ignore[union-attr]


def test_no_more_games_than_were_bought(running: Tournaments) -> None:
    for _ in range(3):
        (called,) = running.call("ana", "ben")
        running.finish(called)
    assert running.wait("ana") == [Refusal("no_games_left")]
    assert running.standings() == [(1, "ana", 6, 9, 2240), (2, "ben", 0, -9, 960)]


def test_four_in_pairs_sit_by_their_ratings(tournaments: Tournaments) -> None:
    tournaments.announce(game="pilotta", options={}, players=4)
    tournaments.tick()
    tournaments.paid(*FOUR, "kim", "ida", "gio", "zoe")
    tournaments.later(HOUR_MS)
    tournaments.others.elo = {"ana": 1400, "ben": 1700, "eva": 1500, "leo": 1600}
    (called,) = tournaments.call(*FOUR)
    tournaments.finish(called, points=[151, 90], left=[1])

    assert called.seats == ["ben", "leo", "ana", "eva"]
    assert [(row[1], *row[2:4]) for row in tournaments.standings()] == [
        ("ana", 2, 61),
        ("ben", 2, 61),
        ("eva", 0, -61),
        ("leo", 0, -151),
    ]


def test_four_alone_have_points_by_place(tournaments: Tournaments) -> None:
    tournaments.announce(game="koumkan", options={}, players=4)
    tournaments.tick()
    tournaments.paid(*FOUR, "kim", "ida", "gio", "zoe")
    tournaments.later(HOUR_MS)
    (called,) = tournaments.call(*FOUR)
    tournaments.finish(called, sides=[[0], [1], [2], [3]], winners=[2], places=[2, 3, 1, 4], points=[110, 120, 30, 130])
    assert called.seats == list(FOUR)
    assert [(row[1], *row[2:4]) for row in tournaments.standings()] == [
        ("eva", 2, 3),
        ("ana", 0, 1),
        ("ben", 0, -1),
        ("leo", 0, -3),
    ]


def test_the_best_games_count(tournaments: Tournaments) -> None:
    tournaments.announce(kind="best_x", x=1, min_entrants=2)
    tournaments.tick()
    tournaments.paid("ana", "ben")
    tournaments.later(HOUR_MS)
    for points in ([5, 4], [5, 0], [5, 2]):
        (called,) = tournaments.call("ana", "ben")
        tournaments.finish(called, points=points)
    found = tournaments.ask(contract.ListGames(competition="cup", player="ana")).games

    assert [row[1:4] for row in tournaments.standings()] == [("ana", 2, 5), ("ben", 0, -1)]
    assert [[player.counted for player in game.players] for game in found] == [
        [False, False],
        [True, False],
        [False, True],
    ]


def test_no_player_is_called_after_the_end_or_while_the_tables_are_away(running: Tournaments) -> None:
    running.others.refused[CheckOptions, ""] = Refusal("service_unavailable")
    running.wait("ana", "ben")
    away = running.pair()
    running.others.refused.clear()
    running.clock.advance(2 * HOUR_MS)

    assert (away, running.pair()) == (0, 0)
    running.tick()
    assert running.rows("waiting") == 0


def test_a_player_waiting_when_no_more_games_begin_is_notified(running: Tournaments) -> None:
    running.call("ana", "ben")
    running.wait("eva")
    running.later(2 * HOUR_MS)

    assert running.state() == "closing"
    assert [each for each in running.heard.news if each[1] == "closing"] == [("eva", "closing")]
    assert running.card("eva").own.waiting_since_ms is None  # type: ignore[union-attr]


def test_games_can_be_paged(running: Tournaments) -> None:
    for _ in range(3):
        (called,) = running.call("ana", "ben")
        running.finish(called)
        running.clock.advance(10)
    page = running.ask(contract.ListGames(competition="cup", limit=2))
    rest = running.ask(contract.ListGames(competition="cup", limit=2, before_ms=page.next_before_ms))

    assert (len(page.games), len(rest.games), rest.next_before_ms) == (2, 1, None)


def test_games_that_were_called_at_once_are_all_paged(tournaments: Tournaments) -> None:
    players = [f"p{number}" for number in range(10)]
    tournaments.announce(min_entrants=2)
    tournaments.tick()
    tournaments.paid(*players)
    tournaments.later(HOUR_MS)
    called = tournaments.call(*players)
    paged: list[str] = []
    about: dict[str, Any] = {}
    while True:
        page = tournaments.ask(contract.ListGames(competition="cup", limit=2, **about))
        paged += [game.table for game in page.games]
        about = {"before_ms": page.next_before_ms, "before_table": page.next_before_table}
        if page.next_before_ms is None:
            break

    assert len({game.called_at_ms for game in page.games}) == 1
    assert (len(called), sorted(paged)) == (5, sorted(each.table for each in called))


def test_the_disqualified_are_taken_out_and_put_back(running: Tournaments) -> None:
    (called,) = running.call("ana", "ben")
    running.finish(called)
    order = {"account": OPERATOR, "competition": "cup", "player": "ana", "reason": "agreed a result with another"}
    unknown = running.ask(contract.Disqualify(**order | {"player": "zoe"}))
    short = running.ask(contract.Disqualify(**order | {"reason": "cheat"}))
    running.ask(contract.Disqualify(**order))
    without = running.standings()
    running.ask(contract.Disqualify(**order, undo=True))

    assert (unknown, short) == (Refusal("entrant_unknown"), Refusal("reason_required"))
    assert without == [(1, "ben", 0, -3, 3200)]
    assert len(running.standings()) == 2


def test_a_corrected_game_changes_the_standings(running: Tournaments) -> None:
    (called,) = running.call("ana", "ben")
    running.finish(called)
    running.told()
    order = {"account": OPERATOR, "competition": "cup", "table": called.table, "reason": "the dice were wrong"}
    answers_ = [
        running.ask(contract.CorrectGame(**order | {"table": "no"}, result=1)),
        running.ask(contract.CorrectGame(**order, result=1, own_mistake=True)),
        running.ask(contract.CorrectGame(**order | {"reason": "x"}, result=1)),
        running.ask(contract.CorrectGame(**order, result=2)),
        running.ask(contract.CorrectGame(**order, result=1, points=[1, 5])),
    ]

    assert answers_ == [
        Refusal("game_unknown"),
        Refusal("not_correctable"),
        Refusal("reason_required"),
        Refusal("bad_parameters", {"field": "result"}),
        Done(),
    ]
    assert [row[1:4] for row in running.standings()] == [("ben", 2, 4), ("ana", 0, -4)]
    (told,) = running.told_of(competition_events.ResultCorrected)
    assert (told.outcome, told.winners, told.revision, told.accounts) == ("won", [1], 1, ["ana", "ben"])
    running.ask(contract.CorrectGame(**order, result="void"))
    assert running.standings() == []


def test_a_game_that_was_corrected_at_the_console_changes_the_standings_once_and_a_later_correction_is_newer(
    running: Tournaments,
) -> None:
    (called,) = running.call("ana", "ben")
    match = running.finish(called).match
    running.told()

    def heard(revision: int, outcome: str, winners: list[int], of: str = match) -> list[Any]:
        running.hear("on_free_match_corrected", orders.FreeMatchCorrected(
            match=of, revision=revision, accounts=["ana", "ben"], outcome=outcome, winners=winners, by=OPERATOR,
            reason="the dice were wrong",
        ))  # fmt: skip
        return [row[1:4] for row in running.standings()]

    assert heard(1, "won", [0], of="somebody else's") == [("ana", 2, 3), ("ben", 0, -3)]
    assert heard(2, "won", [1]) == [("ben", 2, 1), ("ana", 0, -1)]
    assert heard(1, "void", []) == [("ben", 2, 1), ("ana", 0, -1)], "an older correction changes nothing"
    assert heard(3, "tied", [0, 1])[0][1:] == (2, 1), "winners of both sides are no result, and change nothing"
    assert heard(4, "tied", [])[0][1:] == heard(4, "tied", [])[1][1:]
    assert running.told_of(competition_events.ResultCorrected) == [], "ranking knows already"
    actions = [line.action for line in running.ask(contract.ListAudit(account=OPERATOR, competition="cup")).lines]
    assert actions[:3] == ["corrected", "left_out", "corrected"]
    order = contract.CorrectGame(
        account=OPERATOR, competition="cup", table=called.table, result="void", reason="the dice were wrong"
    )
    running.ask(order)
    (told,) = running.told_of(competition_events.ResultCorrected)
    assert told.revision == 5 and running.standings() == []


def test_a_preview_says_which_places_and_points_would_move_and_moves_nothing(running: Tournaments) -> None:
    (called,) = running.call("ana", "ben")
    match = running.finish(called).match
    before = running.standings()
    shown = running.ask(PreviewStandings(account=OPERATOR, match=match, result=[1]))
    assert (shown.competition, shown.left_out) == ("cup", None)
    moves = {each.account: (each.place_before, each.place_after, each.points_after) for each in shown.moves}
    assert moves == {"ben": (2, 1, 2), "ana": (1, 2, 0)}
    assert running.standings() == before
    assert running.ask(PreviewStandings(account=OPERATOR, match="of none", result=[1])) == StandingsEffect()
    assert running.ask(PreviewStandings(account="ana", match=match, result=[1])) == Refusal("forbidden")


def test_a_game_is_not_corrected_to_the_result_that_it_has(running: Tournaments) -> None:
    (called,) = running.call("ana", "ben")
    running.finish(called)
    order = {"account": OPERATOR, "competition": "cup", "table": called.table, "reason": "the dice were wrong"}
    assert running.ask(contract.CorrectGame(**order, result=0)) == Refusal("correction_empty")


def test_a_wait_is_too_long_only_where_enough_players_wait_for_a_game(tournaments: Tournaments) -> None:
    tournaments.announce(game="pilotta", options={}, players=4, min_entrants=4)
    tournaments.tick()
    tournaments.paid("ana", "ben", "eva", "leo")
    tournaments.later(HOUR_MS)
    since = []
    for account in ("ana", "ben", "eva", "leo"):
        tournaments.wait(account)
        with tournaments.database.work() as work:
            since.append(entrants.longest_waiting_since_ms(work))

    assert since[:3] == [None, None, None]
    assert since[3] is not None


def test_waiting_players_are_reported_to_the_lobby_until_they_stop(running: Tournaments) -> None:
    running.wait("ana")
    matchmaking.keep_waiting(running.ports)
    assert running.others.asked[-1] == Active(accounts=["ana"])
    running.ask(contract.StopWaiting(account="ana", competition="cup"))
    asked = len(running.others.asked)
    matchmaking.keep_waiting(running.ports)
    assert len(running.others.asked) == asked
