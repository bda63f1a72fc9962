"""What personal tokens open, of all operations and all frames: only what the one table names
(services/lobby/RULES.md §12)."""

import json
import re
from typing import Any, get_args

import msgspec
import pytest

from gateway.http.operations.route import Route
from gateway.ws.lobby.presence import Presence
from services.contracts.base import Done
from services.contracts.client import frames, token_scopes
from services.contracts.client.pushes import Push
from services.contracts.client.token_scopes import FRAMES, OPERATIONS, PUSHED, SCOPES, check_operation
from services.contracts.lobby.accounts import accounts, tokens
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from tests.gateway.fakes import ANN, FakeRpc, connection, finish, greeted, on_loop, room, sent, services
from tests.gateway.http.test_rest import Site
from tests.gateway.http.test_staff_gate import example, name_of, routes
from tests.gateway.test_deeds import tag
from tests.gateway.ws.test_player_frames import Desk
from tests.gateway.ws.test_pushes import Desk as Pushing

TOKEN = {"Authorization": "Bearer kaf_1"}
OWN_ONLY = {"hidden"}
"""Frames that no token opens."""
OF_THE_GATEWAY = {"room", "beat", "done", "refused", "lines", "token", "legal_moves", "table", "update"}
"""Frames with which the gateway answers a connection, or which are of a table that it looks at."""
NOT_FOR_PROGRAMS = {"export_ready", "message", "staff"}
"""Pushed frames that no program is sent."""

CLOSED_SIGNS = (
    *("/api/staff/", "/api/operator/", "/api/moderation/", "/api/me/password", "/api/me/email"),
    *("/api/me/second-factor", "/api/me/terms", "/api/me/language", "/api/me/card", "/api/me/calendar"),
    *(
        "/api/me/passkeys",
        "/api/me/sessions",
        "/api/me/access",
        "/api/me/tokens",
        "/api/me/programs",
        "/api/oauth",
        "/api/me/bots",
        "/api/me/export",
    ),
    *("/api/me/erasure", "/api/me/push", "/api/me/mails", "/api/shop", "/api/wallet", "/api/care", "/api/lotteries"),
    *("/api/tickets", "/api/logout", "/api/messages", "/api/me/photo", "/api/tables/<table>/hint", "/api/academy"),
)
"""What no scope may ever open: staff, the account and its ways in, money, the computer's advice."""


UNLIMITED = {
    "gateway_requests_per_s": 1_000_000,
    "gateway_attempts_per_min": 1_000_000,
    "gateway_computations_per_min": 1_000_000,
}


@pytest.fixture(scope="module")
def one_site() -> Site:
    """An application for all routes: to make one takes longer than to ask it."""
    return Site(services(), **UNLIMITED)


def hold(site: Site, scopes: tuple[Any, ...]) -> FakeRpc:
    """From now on the lobby decides about a token with these scopes, as the real one does."""
    account = msgspec.structs.replace(ANN, scopes=list(scopes))
    site.rpc.answers["WhoIs"] = lambda asked: check_operation(asked.operation, scopes) or account
    site.rpc.asked.clear()
    return site.rpc


def ask(site: Site, route: Route) -> Any:
    body = None if route.body is None else example(route.body)
    query = None if route.query is None else example(route.query)
    path = re.sub(r"<(\w+)>", "x", route.path)
    if route.body_is_image:
        return site.client.open(path, method=route.method, headers=TOKEN, data=b"x", content_type="image/png")
    return site.client.open(path, method=route.method, headers=TOKEN, json=body, query_string=query)


WITH_SESSION = [each for each in routes() if each.session]


@pytest.mark.parametrize("route", WITH_SESSION, ids=name_of)
def test_a_route_is_closed_to_tokens_unless_the_table_names_it(route: Route, one_site: Site) -> None:
    needs = OPERATIONS.get(name_of(route), ())
    for held in [(each,) for each in SCOPES] + [SCOPES]:
        rpc = hold(one_site, held)
        answer = ask(one_site, route)
        is_open = not set(needs).isdisjoint(held)
        refused = answer.status_code == 403 and answer.json["error"] == "scope_missing"
        assert refused == (not is_open), (held, answer.json)
        if refused:
            assert answer.json["detail"] == {"scopes": list(needs)}
            assert [type(each) for each in rpc.asked] == [accounts.WhoIs], "nothing is asked after that"


def test_the_table_names_no_route_that_there_is_not() -> None:
    assert set(OPERATIONS) - {token_scopes.CONNECTING} <= {name_of(each) for each in WITH_SESSION}


@pytest.mark.parametrize("route", WITH_SESSION, ids=name_of)
def test_no_scope_opens_the_account_money_staff_or_advice(route: Route) -> None:
    if route.path.startswith(CLOSED_SIGNS) or route.for_staff:
        assert name_of(route) not in OPERATIONS


def test_an_unknown_token_is_unauthorized() -> None:
    answer = Site(services(WhoIs=Refusal("token_invalid"))).client.get("/api/me", headers=TOKEN)
    assert (answer.status_code, answer.json["error"]) == (401, "token_invalid")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


# --- frames ---


def test_of_every_frame_of_clients_is_decided_what_it_needs() -> None:
    assert {tag(kind) for kind in get_args(frames.FromClient)} == FRAMES.keys() | OWN_ONLY


def test_every_frame_to_clients_has_its_recipients() -> None:
    assert {tag(kind) for kind in get_args(frames.ToClient)} == PUSHED.keys() | OF_THE_GATEWAY | NOT_FOR_PROGRAMS


@pytest.mark.parametrize("kind", get_args(frames.FromClient), ids=tag)
def test_a_frame_is_closed_to_a_connection_of_a_token_unless_the_table_names_it(kind: type) -> None:
    if kind is frames.Hello:
        return
    needs = FRAMES.get(tag(kind), ())
    for held in [(each,) for each in SCOPES] + [SCOPES]:
        desk = Desk()
        desk.conn.scopes = frozenset(held)
        frame = example(kind) | ({"id": "c1"} if "id" in kind.__struct_fields__ else {})  # type: ignore[attr-defined]
        answers = desk.say(frame)
        refused = [each for each in answers if each["t"] == "refused" and each["error"] == "scope_missing"]
        assert bool(refused) == set(needs).isdisjoint(held), (held, answers)
        if refused:
            assert not desk.commands and not desk.lanes.jobs and not desk.dispatch.acted


def test_a_session_of_the_player_s_own_is_not_looked_up_in_the_table() -> None:
    desk = Desk()
    assert desk.conn.scopes is None
    assert desk.say({"t": "hidden", "hidden": True}) == []


@pytest.mark.parametrize("kind", sorted(PUSHED.keys() | NOT_FOR_PROGRAMS))
def test_a_program_is_sent_what_its_token_opens(kind: str) -> None:
    for held in SCOPES:
        desk = Pushing()
        desk.ann.scopes = frozenset({held})
        frame = {"t": kind, "table": None} if kind == "sent" else {"t": kind, "changed": [], "gone": []}
        finish(desk.pushes.on_message(encode([Push(["a-ann"], msgspec.Raw(encode(frame)))])))
        assert bool(sent(desk.ann)) == (held in PUSHED.get(kind, ()))
        assert len(sent(desk.ann_too)) == 1, "a session of the player's own hears everything"


def test_the_gateway_keeps_the_scopes_that_the_lobby_names() -> None:
    conn = connection()
    me = msgspec.structs.replace(ANN, scopes=["read"])
    found = presence_of(services(Connected=room(me)), conn)
    assert conn.scopes == frozenset({"read"}) and found is None
    presence_of(services(), own := greeted(2))
    assert own.scopes is None


def presence_of(rpc: FakeRpc, conn: Any) -> None:
    """Have the lobby connect it."""
    made = Presence.__new__(Presence)
    made._rpc, made._gateway = on_loop(rpc), "g"  # type: ignore[assignment]
    finish(made._connect(conn))


def test_a_personal_token_is_not_renewed() -> None:
    rpc, conn = services(), greeted(1)
    conn.scopes = frozenset({"read"})
    made = Presence.__new__(Presence)
    made._rpc = on_loop(rpc)  # type: ignore[assignment]
    finish(made.renew(conn))
    assert rpc.asked == []


# --- one's own ---

LINE = tokens.TokenLine(id="p1", name="Laptop", scopes=["read"], made_at_ms=1, expires_at_ms=2)


def test_a_token_is_made_listed_and_revoked() -> None:
    made = tokens.NewToken(secret="kaf_1", line=LINE)
    listed = tokens.PersonalTokens(tokens=[LINE], tokens_max=20, days_max=366, password=True)
    site = Site(services(MakeToken=made, ListTokens=listed, RevokeToken=Done()))
    own = {"Authorization": "Bearer token-ann"}
    form = {"name": "Laptop", "scopes": ["read"], "days": 30, "password": "correct horse"}
    answer = site.client.post("/api/me/tokens", headers=own, json=form)
    assert (answer.status_code, answer.json["secret"]) == (201, "kaf_1")
    assert answer.headers["Cache-Control"] == "no-store"
    assert site.client.get("/api/me/tokens", headers=own).json["tokens"][0]["id"] == "p1"
    assert site.client.delete("/api/me/tokens/p1", headers=own).status_code == 200
    (asked,) = site.rpc.requests(tokens.MakeToken)
    assert (asked.scopes, asked.days, asked.token) == (["read"], 30, "token-ann")
    assert site.rpc.requests(tokens.RevokeToken)[0].personal == "p1"
    assert json.dumps(form) not in str(site.rpc.requests(accounts.WhoIs))
