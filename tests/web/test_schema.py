"""The web client's schemas are those of the contracts and games."""

import re
from pathlib import Path

import msgspec
import pytest

from games import registry
from games.api import AnyGame
from tests.contracts.requests import all_requests
from tools import client_schema

ROOT = client_schema.ROOT
WEB = ROOT / "clients" / "web"
SHOWN = {
    *(f"services.contracts.lobby.{name}" for name in ("chat", "open_tables", "presence", "seeks")),
    *(f"services.contracts.lobby.accounts.{name}" for name in ("accounts", "access", "visits")),
    *(f"services.contracts.wallet.{name}" for name in ("balances", "invitations", "limits", "lotteries", "shop")),
    *(f"services.contracts.tables.{name}" for name in ("catalogue", "commands", "events")),
}
"""What only players ask."""
GAMES = "games."


def test_the_schemas_are_those_of_the_contracts_so_that_the_generator_changes_nothing() -> None:
    written = {path.relative_to(ROOT).as_posix(): path.read_text() for path in _files()}
    made = {name: client_schema.text(schema) for name, schema in client_schema.documents().items()}
    assert written == made, "run `npm run types` in clients/web"


def test_games_that_differ_by_their_titles_alone_share_one_document() -> None:
    made = client_schema.documents()
    documents = {name: schema for name, schema in made.items() if name.startswith(client_schema.WEB)}
    names = {name.rsplit("/", 1)[1] for name in documents}
    assert {"koumkan.json", "mpirimpa.json"} < names
    assert not {"thanasis.json", "dynamitis.json", "mpirimpa_pro.json"} & names
    shapes = [client_schema.text(schema | {"title": ""}) for schema in documents.values()]
    assert len(set(shapes)) == len(shapes)


def test_a_type_of_frames_and_rest_is_the_same_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    frames, rest = client_schema.frames_document()["$defs"], client_schema.rest_document()["$defs"]
    both = frames.keys() & rest.keys()
    assert "Account" in both
    assert client_schema.wire_document()["$defs"].keys() == frames.keys() | rest.keys() | {"Frame", "Rest"}
    other = client_schema.rest_document()
    other["$defs"]["Account"] = {"type": "string"}
    monkeypatch.setattr(client_schema, "rest_document", lambda: other)
    with pytest.raises(ValueError, match="Account"):
        client_schema.wire_document()


def test_an_operation_of_rest_has_the_types_of_its_declaration() -> None:
    operations = client_schema.rest_document()["properties"]
    assert operations["POST /api/login"]["properties"] == {
        "answer": {"$ref": "#/$defs/Session"},
        "body": {"$ref": "#/$defs/LoginBody"},
    }
    assert operations["GET /api/boards/{board}"]["required"] == ["answer", "query", "session"]
    assert operations["POST /api/logout"]["properties"]["answer"] == {}
    assert operations["GET /api/me/export"]["properties"]["answer"]["anyOf"][1] == {"type": "null"}


def test_what_the_server_sends_has_every_field_and_what_omits_defaults_has_not() -> None:
    definitions = client_schema.frames_document()["$defs"]
    assert "table" in definitions["PlayerLine"]["required"]
    assert definitions["DoneFrame"]["required"] == ["t", "id"]
    assert "seat" not in definitions["JoinTableFrame"]["required"]


def test_a_tuple_of_fixed_length_says_what_is_at_each_place() -> None:
    (pair,) = client_schema.definitions([tuple[int, str]], from_server=True)[0]
    assert client_schema.spelled_out(pair)["items"] == [{"type": "integer"}, {"type": "string"}]


def test_every_code_that_a_contract_names_has_words() -> None:
    words = msgspec.json.decode((WEB / "src" / "i18n" / "en" / "error.json").read_bytes())
    named = {code for each in all_requests() if each.__module__ in SHOWN for code in each.refusals}
    assert {"username_taken", "invitation_expired", "chat_rate", "insufficient_chips"} <= named
    assert named - words.keys() == set()


@pytest.mark.parametrize("service", ["lobby", "tables"])
def test_every_code_with_which_a_player_is_refused_has_words(service: str) -> None:
    words = msgspec.json.decode((WEB / "src" / "i18n" / "en" / "error.json").read_bytes())
    raised = {code for path in (ROOT / "services" / service).rglob("*.py") for code in _raised(path)}
    assert raised
    assert raised - words.keys() == set()


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_code_of_a_games_rules_has_words(game: AnyGame) -> None:
    family = game.options_type.__module__.removeprefix(GAMES).split(".")[0]
    general = msgspec.json.decode((WEB / "src" / "i18n" / "en" / "error.json").read_bytes())
    own = msgspec.json.decode((WEB / "src" / "games" / family / "words" / "en.json").read_bytes())
    raised = {code for module in _reached(f"{GAMES}{family}.rules") for code in _raised(module)}
    assert raised
    assert raised - general.keys() - own["errors"].keys() == set()


def _reached(name: str) -> set[Path]:
    """A module of the games and all of theirs that it stands on."""
    found: dict[str, Path] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        path = ROOT / (each.replace(".", "/") + ".py")
        if each in found or not path.exists():
            continue
        found[each] = path
        for folder, names in re.findall(rf"^from ({GAMES}[\w.]+) import (\w+(?:, \w+)*|\()", path.read_text(), re.M):
            waiting += [folder, *(f"{folder}.{part}" for part in names.split(", "))]
    return set(found.values())


def _raised(module: Path) -> set[str]:
    return set(re.findall(r'Refusal\(\s*"([a-z_]+)"', module.read_text()))


def _files() -> list[Path]:
    folders = (ROOT / client_schema.CLIENT, ROOT / client_schema.WEB)
    return sorted(path for folder in folders for path in folder.rglob("*.json"))
