"""A correction of a match is tried out before it is ordered: three services say what it would change."""

from typing import Any

import msgspec
import pytest

from services.contracts.moderation.conduct import Conduct
from services.contracts.ranking.corrections import BadgeMove, PreviewRatings, RatingMove, RatingsEffect
from services.contracts.tables import catalogue
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.rounds import ListRounds, TableRound, TableRounds
from services.contracts.tournaments.corrections import StandingsEffect
from services.contracts.wallet.corrections import ChipsEffect, PreviewRound, RoundEffect
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

MATCH = catalogue.MatchRecord(
    match="m", table="t", number=1, game="tictactoe", rules=1, options={}, stake_chips=200, commit="", seats=[
        SeatPlayer(name="Ann", account="a-ann"), SeatPlayer(name="Bob", account="a-bob"),
    ], started_at_ms=1, ended_at_ms=2, outcome="won", result={}, seeds=None, root=None,
)  # fmt: skip
CHIPS = ChipsEffect(0, "won", "won", [0, 330], [330, 0], 0, {})
MOVES = [RatingMove(account="a-ann", before=1520, after=1480)]
BADGES = [BadgeMove(account="a-ann", badge="won_tictactoe", before_ms=2, after_ms=None)]
ANSWERS: dict[str, Any] = {
    "GetConduct": Conduct("a-ann", {}, ["operator"], None),
    "PreviewChips": CHIPS,
    "GetMatch": MATCH,
    "PreviewRatings": RatingsEffect("won", MOVES, BADGES),
    "PreviewStandings": StandingsEffect(),
}


def tried(**answers: Any) -> tuple[Site, Any]:
    site = Site(services(**ANSWERS | answers))
    asked = {"match": "m", "result": [1]}
    return site, site.client.post("/api/operator/corrections/preview", headers=BEARER, json=asked)


def test_the_effects_of_every_service_come_together() -> None:
    site, answer = tried()
    assert answer.status_code == 200
    assert (answer.json["accounts"], answer.json["outcome"]) == (["a-ann", "a-bob"], "won")
    assert answer.json["chips"]["payouts"] == [0, 330]
    assert answer.json["ratings"] == msgspec.to_builtins(MOVES)
    assert answer.json["badges"] == msgspec.to_builtins(BADGES)
    (asked,) = site.rpc.requests(PreviewRatings)
    assert (asked.roles, asked.accounts, asked.outcome) == (["operator"], ["a-ann", "a-bob"], "won")


def test_chips_alone_may_move() -> None:
    _site, answer = tried(PreviewRatings=Refusal("match_unknown"))
    assert (answer.status_code, answer.json["ratings"]) == (200, [])


@pytest.mark.parametrize(
    ("refusing", "error"),
    [
        ("PreviewChips", "correction_empty"),
        ("GetMatch", "match_unknown"),
        ("PreviewRatings", "bad_parameters"),
        ("PreviewStandings", "forbidden"),
    ],
)
def test_the_first_refusal_is_returned(refusing: str, error: str) -> None:
    _site, answer = tried(**{refusing: Refusal(error)})
    assert answer.json["error"] == error


ROUND = TableRound(round="m.7", number=3, match="m", at_ms=1, state="held", bets={"a-ann": 300})


def test_rounds_of_a_table_are_asked_for_with_the_roles_of_the_asking_account() -> None:
    site = Site(services(**ANSWERS, ListRounds=TableRounds("baccarat", [ROUND])))
    answer = site.client.get("/api/operator/rounds?table=t-1", headers=BEARER)
    assert (answer.status_code, answer.json["rounds"][0]["number"]) == (200, 3)
    (asked,) = site.rpc.requests(ListRounds)
    assert (asked.roles, asked.table) == (["operator"], "t-1")
    assert site.client.get("/api/operator/rounds", headers=BEARER).status_code == 400


def test_a_correction_of_a_round_is_tried_out() -> None:
    effect = RoundEffect(0, {"a-ann": 300}, {"a-ann": 600}, {"a-ann": 300}, {})
    site = Site(services(**ANSWERS, PreviewRound=effect))
    for body in ({"round": "m.7"}, {"round": "m.7", "credited": {"a-ann": 5}}):
        answer = site.client.post("/api/operator/rounds/preview", headers=BEARER, json=body)
        assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(effect))
    assert [each.credited for each in site.rpc.requests(PreviewRound)] == [None, {"a-ann": 5}]
    assert {tuple(each.roles) for each in site.rpc.requests(PreviewRound)} == {("operator",)}
    wrong = site.client.post(
        "/api/operator/rounds/preview", headers=BEARER, json={"round": "m.7", "credited": {"a": -1}}
    )
    assert wrong.json["error"] == "bad_request"
