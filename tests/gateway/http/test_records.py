"""REST of recordings, replays and the Academy: what is asked of tables, for whom, and what is refused before it."""

import json
from typing import Any

import jsonschema
import pytest

from gateway.http.versions import versioned
from gateway.ws.connection.frames import is_command_id
from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.moderation import conduct as moderation
from services.contracts.tables import imports, recordings
from services.contracts.tables.recordings import DiceStep, MoveStep, WaitStep
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, services
from tests.gateway.http.test_rest import BEARER, Site

FORBIDDEN = Refusal("recording_forbidden")
STUDY = {"match": "m-1", "hand": 1, "position": 2}
STEPS = [
    {"do": "move", "seat": 0, "move": {"move": "place", "row": 1, "col": 1}},
    {"do": "dice", "values": [6, 1]},
    {"do": "wait"},
]


def study() -> recordings.Study:
    end = recordings.HandEnd(hand=None, result=None)
    return recordings.Study(
        match="m-1", hand=1, position=2, steps=0, view={}, sights=[], told=[], rolled=None, pausing=False, over=False,
        original=end, simulated=None,
    )  # fmt: skip


IMPORTED = imports.ImportedMatch(match="i-1", game="tavli", players=["Ann", "Bob"], games=2, imported_at_ms=7)


def branch() -> recordings.Branch:
    return recordings.Branch(
        branch="b-1",
        match="m-1",
        game="tavli",
        ended_at_ms=5,
        players=["ann"],
        hand=1,
        position=2,
        steps=[WaitStep()],
        saved_at_ms=7,
    )


def house(**answers: Any) -> FakeRpc:
    """Services with a recording that Ann may see."""
    usual = {
        "ListRecordings": recordings.Recordings(recordings=[], next="9.m"),
        "GetMatchText": recordings.MatchText(match="m-1", file="kafeneio-tavli-m-1.mat", text=" 3 point match\n"),
        "ReplayHand": recordings.Replay(hand=1, events=0, positions=[]),
        "StudyHand": study(),
        "SaveBranch": branch(),
        "ListBranches": recordings.Branches(branches=[branch()], limit=100),
        "DeleteBranch": Done(),
        "ListImports": imports.ImportedMatches(imports=[IMPORTED], limit=50),
        "ImportMatch": IMPORTED,
        "DeleteImport": Done(),
    }
    return services(**(usual | answers))


def conduct(*roles: str) -> moderation.Conduct:
    return moderation.Conduct(account="a-ann", cards={}, roles=list(roles), suspension=None)


def call(rpc: FakeRpc, method: str, path: str, **how: Any) -> Any:
    return getattr(Site(rpc).client, method)(path, headers=BEARER, **how)


CALLS: list[Any] = [
    ("get", "/api/recordings", {}),
    ("get", "/api/recordings/m-1/text", {}),
    ("get", "/api/recordings/m-1/replay?hand=1", {}),
    ("post", "/api/academy/study", {"json": STUDY}),
    ("get", "/api/academy/branches", {}),
    ("post", "/api/academy/branches", {"json": STUDY | {"branch": "b-1"}}),
    ("delete", "/api/academy/branches/b-1", {}),
]


@pytest.mark.parametrize(("method", "path", "how"), CALLS)
def test_every_route_needs_a_session(method: str, path: str, how: dict[str, Any]) -> None:
    rpc = house()
    assert getattr(Site(rpc).client, method)(path, **how).status_code == 401
    assert rpc.asked == []


@pytest.mark.parametrize(("method", "path", "how"), CALLS)
def test_responses_are_as_documented(method: str, path: str, how: dict[str, Any]) -> None:
    site = Site(house())
    described: Any = site.client.get("/api/openapi.json").json
    answer = getattr(site.client, method)(path, headers=BEARER, **how)
    template = path.partition("?")[0].replace("m-1", "{match}").replace("b-1", "{branch}")
    response = described["paths"][versioned(template)][method]["responses"][str(answer.status_code)]
    schema = response["content"]["application/json"]["schema"] | {"components": described["components"]}
    jsonschema.validate(answer.json, schema)
    assert answer.status_code in (200, 201)


def test_a_list_is_the_askers_own_and_of_the_page_that_is_asked_for() -> None:
    rpc = house()
    answer = call(rpc, "get", "/api/recordings?game=tavli&before=9.m&limit=5")
    assert answer.json == {"recordings": [], "next": "9.m"}
    assert rpc.requests(recordings.ListRecordings) == [
        recordings.ListRecordings(account="a-ann", game="tavli", before="9.m", limit=5)
    ]


def test_an_opponent_is_named_by_account_or_username() -> None:
    rpc = house(GetPlayer=lobby.Account(account="a-bob", name="Bob", language="en", created_at_ms=1))
    call(rpc, "get", "/api/recordings?opponent=Bob&result=won&from_ms=1&until_ms=9")
    assert rpc.requests(recordings.ListRecordings) == [
        recordings.ListRecordings(account="a-ann", opponent="a-bob", result="won", from_ms=1, until_ms=9)
    ]


def test_an_opponent_without_an_account_is_refused() -> None:
    rpc = house(GetPlayer=Refusal("player_unknown"))
    answer = call(rpc, "get", "/api/recordings?opponent=Nix")
    assert answer.json["error"] == "player_unknown"
    assert rpc.requests(recordings.ListRecordings) == []


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=51",
        "limit=x",
        "limit=1.5",
        "page=2",
        "account=a-bob",
        "result=drawn",
        "from_ms=x",
        f"before={'1' * 65}",
    ],
)
def test_a_query_that_cannot_be_read_is_refused_without_a_call(query: str) -> None:
    rpc = house()
    answer = call(rpc, "get", f"/api/recordings?{query}")
    assert (answer.status_code, answer.json["error"]) == (400, "bad_request")
    assert rpc.requests(recordings.ListRecordings) == []


def test_queries_are_in_the_document() -> None:
    described: Any = Site(house()).client.get("/api/openapi.json").json
    parameters = described["paths"]["/api/v1/recordings/{match}/replay"]["get"]["parameters"]
    assert [(each["name"], each["in"], each["required"]) for each in parameters] == [
        ("match", "path", True), ("hand", "query", True), ("first", "query", False), ("limit", "query", False),
    ]  # fmt: skip


def test_a_replay_asks_for_these_positions_in_the_askers_name() -> None:
    rpc = house()
    assert call(rpc, "get", "/api/recordings/m-1/replay?hand=2&first=50&limit=10").status_code == 200
    assert rpc.requests(recordings.ReplayHand) == [
        recordings.ReplayHand(match="m-1", account="a-ann", hand=2, first=50, limit=10)
    ]
    assert rpc.requests(moderation.GetConduct) == []


@pytest.mark.parametrize("path", ["/api/recordings/m-1/replay", "/api/recordings/m-1/replay?hand=-1"])
def test_a_replay_needs_a_hand(path: str) -> None:
    assert call(house(), "get", path).status_code == 400


def test_a_match_without_a_text_form_is_refused_by_tables() -> None:
    rpc = house(GetMatchText=Refusal("text_unavailable"))
    answer = call(rpc, "get", "/api/recordings/m-1/text")
    assert (answer.status_code, answer.json["error"]) == (422, "text_unavailable")
    assert rpc.requests(recordings.GetMatchText) == [recordings.GetMatchText(match="m-1", account="a-ann")]


# --- matches from other programs ---


def test_a_text_is_brought_listed_and_deleted_in_the_askers_name() -> None:
    rpc = house()
    made = call(rpc, "post", "/api/academy/imports", json={"text": " 3 point match\n"})
    assert (made.status_code, made.json["match"], made.json["players"]) == (201, "i-1", ["Ann", "Bob"])
    assert rpc.requests(imports.ImportMatch) == [imports.ImportMatch(account="a-ann", text=" 3 point match\n")]
    assert call(rpc, "get", "/api/academy/imports").json["limit"] == 50
    assert call(rpc, "delete", "/api/academy/imports/i-1").status_code == 200
    assert rpc.requests(imports.DeleteImport) == [imports.DeleteImport(account="a-ann", match="i-1")]


def test_where_a_text_is_wrong_is_passed_on() -> None:
    detail = {"game": 2, "move": 14, "seat": 1, "line": 83}
    answer = call(
        house(ImportMatch=Refusal("import_illegal_move", detail)), "post", "/api/academy/imports", json={"text": "x"}
    )
    assert (answer.status_code, answer.json["error"], answer.json["detail"]) == (422, "import_illegal_move", detail)


def test_a_text_as_long_as_is_kept_is_passed_on_and_a_longer_body_is_not() -> None:
    rpc = house()
    longest = "λ" * (imports.TEXT_BYTES_MAX // 2)
    body = json.dumps({"text": longest}, ensure_ascii=False).encode()
    kept = call(rpc, "post", "/api/academy/imports", data=body, content_type="application/json")
    assert kept.status_code == 201
    assert rpc.requests(imports.ImportMatch)[0].text == longest
    too_long = call(rpc, "post", "/api/academy/imports", json={"text": "x" * 140_000})
    assert (too_long.status_code, too_long.json["error"]) == (413, "body_too_large")
    assert len(rpc.requests(imports.ImportMatch)) == 1


# --- staff ---


def test_only_players_of_the_match_and_staff_are_served() -> None:
    def only_staff(request: Any) -> Any:
        return recordings.Replay(hand=1, events=0, positions=[]) if "auditor" in request.roles else FORBIDDEN

    rpc = house(ReplayHand=only_staff, GetConduct=conduct())
    refused = call(rpc, "get", "/api/recordings/m-1/replay?hand=1")
    assert (refused.status_code, refused.json["error"]) == (403, "recording_forbidden")
    assert len(rpc.requests(recordings.ReplayHand)) == 1
    rpc = house(ReplayHand=only_staff, GetConduct=conduct("auditor"))
    assert call(rpc, "get", "/api/recordings/m-1/replay?hand=1").status_code == 200
    assert [request.roles for request in rpc.requests(recordings.ReplayHand)] == [[], ["auditor"]]


def test_roles_are_never_the_clients_to_say() -> None:
    rpc = house(StudyHand=FORBIDDEN, GetConduct=conduct())
    assert call(rpc, "post", "/api/academy/study", json=STUDY | {"roles": ["auditor"]}).status_code == 400
    assert call(rpc, "get", "/api/recordings/m-1/replay?hand=1&roles=auditor").status_code == 400
    assert call(rpc, "get", "/api/recordings/m-1/replay?hand=1&account=a-bob").status_code == 400


def test_while_moderation_is_away_no_staff_request_is_permitted() -> None:
    away = Refusal("service_unavailable", {"service": "moderation"})
    answer = call(house(GetRecording=FORBIDDEN, GetConduct=away), "get", "/api/recordings/m-1")
    assert answer.status_code == 503


@pytest.mark.parametrize(
    ("error", "status"),
    [("recording_unknown", 404), ("recording_forbidden", 403), ("rules_missing", 422), ("position_unknown", 404)],
)
def test_refusals_of_tables_come_through(error: str, status: int) -> None:
    rpc = house(ReplayHand=Refusal(error, {"events": 3}), GetConduct=conduct())
    answer = call(rpc, "get", "/api/recordings/m-1/replay?hand=1")
    assert (answer.status_code, answer.json) == (status, {"error": error, "detail": {"events": 3}})


def test_an_address_of_any_length_asks_for_nothing() -> None:
    rpc = house()
    assert call(rpc, "get", f"/api/recordings/{'m' * 65}").status_code == 404
    assert call(rpc, "delete", f"/api/academy/branches/{'b' * 65}").json == {}
    assert rpc.requests(recordings.GetRecording) == rpc.requests(recordings.DeleteBranch) == []


# --- the Academy ---


def test_a_study_brings_its_steps_of_every_kind() -> None:
    rpc = house()
    assert call(rpc, "post", "/api/academy/study", json=STUDY | {"steps": STEPS}).status_code == 200
    (asked,) = rpc.requests(recordings.StudyHand)
    assert asked.steps == [
        MoveStep(seat=0, move={"move": "place", "row": 1, "col": 1}), DiceStep(values=[6, 1]), WaitStep(),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "steps", [[{"do": "fly"}], [{"seat": 0, "move": {}}], [{"do": "dice", "values": []}], [{"do": "wait"}] * 1_001, 7]
)
def test_steps_that_cannot_be_read_are_refused(steps: Any) -> None:
    rpc = house()
    assert call(rpc, "post", "/api/academy/study", json=STUDY | {"steps": steps}).status_code == 400
    assert rpc.requests(recordings.StudyHand) == []


def test_a_study_may_be_long_and_not_longer() -> None:
    step = {"do": "move", "seat": 0, "move": {"move": "x" * 80}}
    assert call(house(), "post", "/api/academy/study", json=STUDY | {"steps": [step] * 900}).status_code == 200
    big = {"do": "move", "seat": 0, "move": {"move": "x" * 200}}
    answer = call(house(), "post", "/api/academy/study", json=STUDY | {"steps": [big] * 900})
    assert (answer.status_code, answer.json["error"]) == (413, "body_too_large")
    assert call(house(), "post", "/api/login", json={"username": "x" * 20_000, "password": ""}).status_code == 413


def test_a_branch_is_kept_in_the_askers_name() -> None:
    rpc = house()
    answer = call(rpc, "post", "/api/academy/branches", json=STUDY | {"branch": "b-1", "steps": STEPS[2:]})
    assert (answer.status_code, answer.json["branch"]) == (201, "b-1")
    (asked,) = rpc.requests(recordings.SaveBranch)
    assert (asked.account, asked.branch, asked.steps) == ("a-ann", "b-1", [WaitStep()])
    assert is_command_id("b-1")


def test_branches_are_listed_and_deleted_in_the_askers_name() -> None:
    rpc = house()
    assert call(rpc, "get", "/api/academy/branches?match=m-1").json["limit"] == 100
    assert call(rpc, "delete", "/api/academy/branches/b-1").json == {}
    assert rpc.requests(recordings.ListBranches) == [recordings.ListBranches(account="a-ann", match="m-1")]
    assert rpc.requests(recordings.DeleteBranch) == [recordings.DeleteBranch(account="a-ann", branch="b-1")]
