"""The REST API about competitions: what is asked of tournaments, in whose name."""

from typing import Any

import msgspec
import pytest

from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import made
from services.contracts.tournaments.templates import ListTemplates, SaveTemplate
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

PLAN: dict[str, Any] = {
    "name": "The spring cup",
    "game": "tavli",
    "opens_at_ms": 1,
    "starts_at_ms": 2,
    "ends_at_ms": 3,
    "price_chips": 1000,
    "games_per_entry": 3,
    "kind": "total",
    "prize_mode": "fixed",
    "prizes": [500, 300],
}
THE_PLAN = msgspec.convert(PLAN, contract.Plan)
ME = {"account": "a-ann", "competition": "cup"}
REASON = "the hall is on fire"

OPERATIONS: list[tuple[str, str, Any, Any]] = [
    ("GET", "/api/competitions", None, contract.ListCompetitions()),
    ("GET", "/api/competitions/cup", None, contract.GetCompetition(**ME)),
    ("GET", "/api/competitions/cup/standings?offset=9", None, contract.GetStandings(**ME, offset=9)),
    (
        *("GET", "/api/competitions/cup/games?running=true&limit=5", None),
        contract.ListGames(**ME, running=True, limit=5),
    ),
    ("POST", "/api/competitions/cup/entries", {"id": "i"}, contract.Enter(**ME, id="i")),
    ("DELETE", "/api/competitions/cup/entries", None, contract.Withdraw(**ME)),
    ("POST", "/api/competitions/cup/waiting", None, contract.AskGame(**ME)),
    ("DELETE", "/api/competitions/cup/waiting", None, contract.StopWaiting(**ME)),
    (
        *("POST", "/api/competitions", {"id": "i", "name": "Ours", "game": "tavli", "starts_at_ms": 5, "places": 4}),
        made.MakeCompetition(account="a-ann", id="i", name="Ours", game="tavli", starts_at_ms=5, places=4),
    ),
    ("GET", "/api/me/competitions/invited", None, made.ListInvitedCompetitions(account="a-ann")),
    ("POST", "/api/competitions/cup/start", None, made.StartCompetition(**ME)),
    ("POST", "/api/competitions/cup/call-off", None, made.CallOffCompetition(**ME)),
    (
        *("POST", "/api/competitions/cup/reports", {"id": "i", "category": "insult", "comment": "its name"}),
        made.ReportCompetition(**ME, id="i", category="insult", comment="its name"),
    ),
    (
        *("POST", "/api/moderation/competitions/cup/close", {"reason": REASON}),
        made.CloseCompetition(**ME, reason=REASON),
    ),
    ("GET", "/api/operator/competitions?after=cup", None, contract.ListPlans(account="a-ann", after="cup")),
    ("GET", "/api/operator/competitions/cup", None, contract.GetPlan(**ME)),
    (
        *("PUT", "/api/operator/competitions/cup", {"plan": PLAN, "preview": True}),
        contract.SaveCompetition(**ME, plan=THE_PLAN, preview=True),
    ),
    (
        *("POST", "/api/operator/competitions/cup/publish", {"reason": REASON}),
        contract.PublishCompetition(**ME, reason=REASON),
    ),
    (
        *("POST", "/api/operator/competitions/cup/cancel", {"reason": REASON, "id": "i"}),
        contract.CancelCompetition(**ME, id="i", reason=REASON),
    ),
    (
        *("POST", "/api/operator/competitions/cup/disqualifications", {"player": "a-ben", "reason": REASON}),
        contract.Disqualify(**ME, player="a-ben", reason=REASON),
    ),
    (
        *("POST", "/api/operator/competitions/cup/games/t/corrections", {"result": "void", "reason": REASON}),
        contract.CorrectGame(**ME, table="t", result="void", reason=REASON),
    ),
    ("GET", "/api/operator/competitions/cup/audit", None, contract.ListAudit(**ME)),
    (
        *("GET", "/api/operator/competitions/cup/entrants?beginning=An", None),
        contract.ListEntrants(**ME, beginning="An"),
    ),
    ("GET", "/api/operator/templates", None, ListTemplates(account="a-ann")),
    (
        *("PUT", "/api/operator/templates/evening", {"plan": PLAN, "every": "daily", "reason": REASON}),
        SaveTemplate(account="a-ann", template="evening", plan=THE_PLAN, every="daily", reason=REASON),
    ),
]


@pytest.mark.parametrize(("method", "path", "body", "request_"), OPERATIONS, ids=lambda each: str(each)[:60])
def test_an_operation_asks_tournaments_in_the_askers_name(method: str, path: str, body: Any, request_: Any) -> None:
    made = Site(services(**{type(request_).__name__: Refusal("competition_unknown")}))
    answer = made.client.open(path, method=method, json=body, headers=BEARER)

    assert made.rpc.requests(type(request_)) == [request_]
    assert (answer.status_code, answer.json["error"]) == (404, "competition_unknown")


@pytest.mark.parametrize(("method", "path"), [operation[:2] for operation in OPERATIONS])
def test_every_route_needs_a_session(method: str, path: str) -> None:
    answer = Site(services()).client.open(path, method=method, json={"id": "i"})
    assert answer.status_code in (400, 401)
