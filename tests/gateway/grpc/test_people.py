"""kafeneio.lobby.v1.PeopleService: cards of players, and invitations that wait, against a real front."""

from typing import Any

import grpc
import pytest

from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2, people_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import people_pb2 as pb
from services.contracts.lobby.people import calls, cards
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services, table_line
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, Door, opened

LINE_OF_PEOPLE = f"{LINE}+lobby.cards+lobby.calls"
CALL: Any = {"metadata": WITH_TOKEN, "timeout": 60}
CARD = cards.PlayerCard(
    account="a-bob", name="bob", photo="p-1", avatar=None, guest=False, home=None, bare=False, relation="asks",
    blocked=False, may=["challenge", "watch", "block"], elo=1_230, since_ms=86_400_000, status="waiting",
    table=table_line(), seen_at_ms=3_600_000,
)  # fmt: skip
WAITS = calls.Call(
    call="c-1", by="ann", by_account="a-ann", to="bob", to_account="a-bob", game="tavli", options={"target": 5},
    sent_at_ms=1_000, until_ms=2_000, state="waiting",
)  # fmt: skip


def people(door: Door) -> people_pb2_grpc.PeopleServiceStub:
    return people_pb2_grpc.PeopleServiceStub(door.channel)


def test_a_card_is_what_the_account_sees_of_a_player() -> None:
    with opened(services(GetCard=CARD), grpc_tokens=[LINE_OF_PEOPLE]) as door:
        card = people(door).GetCard(pb.GetCardRequest(account="a-ann", player="Bob"), **CALL).card
        assert (card.name, card.relation, card.status, list(card.may)) == (
            "bob",
            pb.RELATION_ASKS,
            lobby_pb2.PLAYER_STATUS_WAITING,
            ["challenge", "watch", "block"],
        )
        assert (card.photo, card.HasField("avatar"), card.elo, card.HasField("quintile")) == (
            "p-1",
            False,
            1_230,
            False,
        )
        assert (card.since_time.ToMilliseconds(), card.seen_time.ToMilliseconds()) == (86_400_000, 3_600_000)
        assert (card.table.table, card.table.mode) == (table_line().table, lobby_pb2.TABLE_MODE_OPEN)
        assert door.rpc.requests(cards.GetCard) == [cards.GetCard(viewer="a-ann", player="Bob")]


def test_a_bare_card_shows_name_and_picture_alone() -> None:
    bare = cards.PlayerCard(
        account="a-bob", name="bob", photo=None, avatar="owl", guest=False, home=None, bare=True, relation="none",
        blocked=False, may=["block"],
    )  # fmt: skip
    with opened(services(GetCard=bare), grpc_tokens=[LINE_OF_PEOPLE]) as door:
        card = people(door).GetCard(pb.GetCardRequest(account="a-ann", player="bob"), **CALL).card
        shown = {field.name for field, _ in card.ListFields()}
        assert shown == {"account", "name", "avatar", "bare", "relation", "may"}


@pytest.mark.parametrize("player", ["", "x" * 65])
def test_an_impossible_name_is_refused(player: str) -> None:
    with opened(services(GetCard=CARD), grpc_tokens=[LINE_OF_PEOPLE]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            people(door).GetCard(pb.GetCardRequest(account="a-ann", player=player), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.INVALID_ARGUMENT, "bad_request")
        assert door.rpc.requests(cards.GetCard) == []


def test_a_friend_is_called_and_the_call_listed_looked_at_withdrawn_and_taken() -> None:
    answers = {
        "CallFriend": WAITS,
        "ListCalls": calls.Calls(sent=[WAITS], received=[], most=10),
        "WithdrawCall": calls.Calls(sent=[], received=[], most=10),
        "LookAtCall": WAITS,
        "TakeCall": table_line(),
    }
    with opened(services(**answers), grpc_tokens=[LINE_OF_PEOPLE]) as door:
        stub = people(door)
        asked = pb.CallFriendRequest(account="a-ann", request_id="r-1", friend="Bob", game="tavli")
        asked.options.update({"target": 5})
        made = stub.CallFriend(asked, **CALL).call
        assert (made.call, made.state, made.end_time.ToMilliseconds()) == ("c-1", pb.CALL_STATE_WAITING, 2_000)
        link = pb.CallFriendRequest(account="a-ann", request_id="r-2", game="tavli", hours=2)
        stub.CallFriend(link, **CALL)
        assert door.rpc.requests(calls.CallFriend) == [
            calls.CallFriend(account="a-ann", id="r-1", friend="Bob", game="tavli", options={"target": 5}, hours=24),
            calls.CallFriend(account="a-ann", id="r-2", friend=None, game="tavli", hours=2),
        ]
        found = stub.ListCalls(pb.ListCallsRequest(account="a-ann"), **CALL)
        assert ([each.call for each in found.sent], list(found.received), found.most) == (["c-1"], [], 10)
        assert stub.GetCall(pb.GetCallRequest(call="c-1"), **CALL).call.by == "ann"
        stub.WithdrawCall(pb.WithdrawCallRequest(account="a-bob", call="c-1", request_id="r-3"), **CALL)
        assert door.rpc.requests(calls.WithdrawCall) == [calls.WithdrawCall(account="a-bob", call="c-1")]
        taken = stub.TakeCall(pb.TakeCallRequest(account="a-bob", call="c-1", request_id="r-4"), **CALL)
        assert taken.table.table == table_line().table
        assert door.rpc.requests(calls.TakeCall) == [calls.TakeCall(account="a-bob", id="r-4", call="c-1")]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"request_id": "", "game": "tavli"}, "request_id_invalid"),
        ({"request_id": "r", "game": ""}, "bad_request"),
        ({"request_id": "r", "game": "tavli", "hours": 25}, "bad_request"),
        ({"request_id": "r", "game": "tavli", "hours": -1}, "bad_request"),
    ],
)
def test_a_call_that_cannot_be_is_not_passed_on(fields: dict[str, Any], code: str) -> None:
    with opened(services(CallFriend=WAITS), grpc_tokens=[LINE_OF_PEOPLE]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            people(door).CallFriend(pb.CallFriendRequest(account="a-ann", **fields), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.INVALID_ARGUMENT, code)
        assert door.rpc.requests(calls.CallFriend) == []


def test_a_refusal_of_the_lobby_comes_back_with_its_detail() -> None:
    with opened(services(CallFriend=Refusal("call_limit", {"most": 10})), grpc_tokens=[LINE_OF_PEOPLE]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            people(door).CallFriend(pb.CallFriendRequest(account="a", request_id="r", game="tavli"), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.FAILED_PRECONDITION, "call_limit")
