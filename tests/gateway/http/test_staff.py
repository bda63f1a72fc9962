"""REST for staff: what they decide is moderation's to judge."""

import msgspec
import pytest

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.moderation import conduct as moderation
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, services
from tests.gateway.http.test_rest import BEARER, Site

MUTE = {"id": "m1", "to": "Bob", "minutes": 30, "reason": "insults in the lobby"}
BOB = msgspec.structs.replace(ANN, account="a-bob", name="Bob")


def test_a_player_is_muted_by_name() -> None:
    muted = moderation.Mute(id="m1", account="a-bob", until_ms=7, at_ms=1, by="a-ann", reason="insults")
    site = Site(services(GetPlayer=lambda asked: BOB if asked.name else Refusal("player_unknown"), MuteChat=muted))
    answer = site.client.post("/api/moderation/mutes", headers=BEARER, json=MUTE)
    assert (answer.status_code, answer.json) == (201, msgspec.to_builtins(muted))
    assert site.rpc.requests(lobby.GetPlayer) == [lobby.GetPlayer(account="Bob"), lobby.GetPlayer(name="Bob")]
    (asked,) = site.rpc.requests(moderation.MuteChat)
    assert asked == moderation.MuteChat(account="a-ann", id="m1", to="a-bob", minutes=30, reason=MUTE["reason"])


@pytest.mark.parametrize(
    ("request_name", "error", "status"),
    [
        ("GetPlayer", "player_unknown", 404),
        ("MuteChat", "forbidden", 403),
        ("MuteChat", "conflict_of_interest", 403),
        ("MuteChat", "mute_range", 422),
        ("MuteChat", "reason_required", 422),
    ],
)
def test_refusals_come_with_their_status(request_name: str, error: str, status: int) -> None:
    site = Site(services(**({"GetPlayer": BOB} | {request_name: Refusal(error)})))
    answer = site.client.post("/api/moderation/mutes", headers=BEARER, json=MUTE)
    assert (answer.status_code, answer.json["error"]) == (status, error)
