"""REST about cards of players and invitations that wait; lobby and tables decide."""

from typing import Any

import msgspec

from services.contracts.lobby.people import calls, cards, watching
from services.contracts.tables import recordings
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

CARD = cards.PlayerCard(
    account="a-ben", name="Ben", photo=None, avatar=None, guest=False, home=None, bare=False, relation="none",
    blocked=False, may=["befriend", "report"], elo=1500, status="online",
)  # fmt: skip
GAME = recordings.GameTotals(
    game="tavli", matches=3, won=2, lost=1, tied=0, streak=1, best_streak=1, last_at_ms=7
)  # fmt: skip


def error_of(answer: Any) -> str:
    return str(answer.json["error"])


def test_a_card_is_made_for_the_account_of_the_session() -> None:
    site = Site(services(GetCard=CARD))
    answer = site.client.get("/api/players/Ben/card", headers=BEARER)
    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(CARD))
    assert site.rpc.requests(cards.GetCard) == [cards.GetCard(viewer="a-ann", player="Ben")]


def test_a_card_needs_a_session_and_a_player() -> None:
    site = Site(services(GetCard=Refusal("player_unknown")))
    assert site.client.get("/api/players/Ben/card").status_code == 401
    for name in ("Nobody", "x" * 65):
        answer = site.client.get(f"/api/players/{name}/card", headers=BEARER)
        assert (answer.status_code, error_of(answer)) == (404, "player_unknown")
    assert error_of(site.client.get(f"/api/players/{'x' * 65}/record", headers=BEARER)) == "player_unknown"


def test_the_record_is_asked_of_tables() -> None:
    site = Site(services(GetRecord=recordings.PlayerRecord(games=[GAME], together=[])))
    answer = site.client.get("/api/players/a-ben/record", headers=BEARER)
    assert answer.json == {"games": [msgspec.to_builtins(GAME)], "together": []}
    assert site.rpc.requests(recordings.GetRecord) == [recordings.GetRecord(viewer="a-ann", player="a-ben")]


def test_the_audience_of_last_seen_is_ones_own_choice() -> None:
    def save(asked: Any) -> cards.CardSettings:
        return cards.CardSettings(last_seen=asked.last_seen)

    site = Site(services(SetCardSettings=save, GetCardSettings=cards.CardSettings(last_seen="friends")))
    assert site.client.get("/api/me/card", headers=BEARER).json == {"last_seen": "friends"}
    assert site.client.put("/api/me/card", headers=BEARER, json={"last_seen": "none"}).json == {"last_seen": "none"}
    assert site.rpc.requests(cards.SetCardSettings) == [cards.SetCardSettings(account="a-ann", last_seen="none")]
    for wrong in ({"last_seen": "me"}, {}, {"last_seen": "all", "account": "a-ben"}):
        answer = site.client.put("/api/me/card", headers=BEARER, json=wrong)
        assert (answer.status_code, error_of(answer)) == (400, "bad_request")


CALL = calls.Call(
    call="c1", by="Ann", by_account="a-ann", to="Ben", to_account="a-ben", game="tavli", options={}, sent_at_ms=1,
    until_ms=2, state="waiting",
)  # fmt: skip


def test_a_link_is_looked_at_without_a_session() -> None:
    site = Site(services(LookAtCall=CALL))
    answer = site.client.get("/api/calls/c1")
    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(CALL))
    assert error_of(site.client.get(f"/api/calls/{'x' * 65}")) == "call_unknown"
    assert site.rpc.requests(calls.LookAtCall) == [calls.LookAtCall(call="c1")]


def test_calls_are_made_withdrawn_and_taken_by_the_account_of_the_session() -> None:
    listed = calls.Calls(sent=[CALL], received=[], most=10)
    site = Site(services(CallFriend=CALL, WithdrawCall=listed, ListCalls=listed, TakeCall=Refusal("call_taken")))
    body = {"id": "m1", "friend": "Ben", "game": "tavli", "hours": 2}
    made = site.client.post("/api/me/calls", headers=BEARER, json=body)
    assert (made.status_code, made.json) == (201, msgspec.to_builtins(CALL))
    assert site.client.get("/api/me/calls", headers=BEARER).json == msgspec.to_builtins(listed)
    assert site.client.delete("/api/me/calls/c1", headers=BEARER).status_code == 200
    taken = site.client.post("/api/calls/c1/take", headers=BEARER, json={"id": "t1"})
    assert (taken.status_code, error_of(taken)) == (409, "call_taken")
    asked = [calls.CallFriend(account="a-ann", id="m1", friend="Ben", game="tavli", hours=2)]
    assert site.rpc.requests(calls.CallFriend) == asked
    assert site.rpc.requests(calls.TakeCall) == [calls.TakeCall(account="a-ann", id="t1", call="c1")]
    for wrong in ({"game": "tavli", "hours": 25}, {"game": "tavli", "hours": 0}, {}, {"game": "tavli", "stake": 5}):
        assert site.client.post("/api/me/calls", headers=BEARER, json=wrong).status_code == 400


def test_the_top_table_is_shown_at_the_door_and_asked_for_once_in_a_while() -> None:
    site = Site(services(GetTopTable=watching.TopTable(top=None)))
    for _ in range(3):
        assert site.client.get("/api/top-table").json == {"top": None}
    assert len(site.rpc.requests(watching.GetTopTable)) == 1
    assert site.client.get("/api/me/friends/games").status_code == 401
