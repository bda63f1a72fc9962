"""A stolen password of staff opens nothing where a second factor is demanded."""

import msgspec
import pytest

from services.contracts import moderation
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, services
from tests.gateway.test_rest import BEARER, Site

MUTE = {"id": "m1", "to": "Bob", "minutes": 30, "reason": "insults in the lobby"}
MUTED = moderation.Mute(id="m1", account="a-bob", until_ms=7)


@pytest.mark.parametrize(("demanded", "shown", "status"), [(True, False, 403), (True, True, 201), (False, False, 201)])
def test_an_operation_of_staff_needs_it_where_it_is_demanded(demanded: bool, shown: bool, status: int) -> None:
    who = msgspec.structs.replace(ANN, second_factor=shown)
    site = Site(services(WhoIs=who, GetPlayer=ANN, MuteChat=MUTED), gateway_staff_second_factor=demanded)
    answer = site.client.post("/api/moderation/mutes", headers=BEARER, json=MUTE)
    assert answer.status_code == status
    assert bool(site.rpc.requests(moderation.MuteChat)) == (status == 201)
    if status == 403:
        assert answer.json["error"] == "staff_second_factor"


def test_players_need_none() -> None:
    site = Site(gateway_staff_second_factor=True)
    assert site.client.get("/api/me", headers=BEARER).status_code == 200


def test_a_refusal_says_when_asking_again_may_help() -> None:
    site = Site(services(LogIn=Refusal("rate_limited", {"retry_after_s": 512})))
    answer = site.client.post("/api/login", json={"username": "Ann", "password": "guess"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "512")
