"""The web client's schemas are those of the contracts and games."""

import re
from pathlib import Path

import msgspec

from services.contracts import lobby, tables, wallet
from tools import client_schema

WEB = client_schema.FOLDER.parent


def test_the_schemas_are_those_of_the_contracts_so_that_the_generator_changes_nothing() -> None:
    written = {str(path.relative_to(client_schema.FOLDER)): path.read_text() for path in _files()}
    made = {name: client_schema.text(schema) for name, schema in client_schema.documents().items()}
    assert written == made, "run `npm run types` in gateway/web"


def test_what_the_server_sends_has_every_field_and_what_omits_defaults_has_not() -> None:
    definitions = client_schema.frames_document()["$defs"]
    assert "table" in definitions["PlayerLine"]["required"]
    assert definitions["DoneFrame"]["required"] == ["t", "id"]
    assert "seat" not in definitions["JoinTableFrame"]["required"]


def test_every_code_that_a_contract_names_has_words() -> None:
    words = msgspec.json.decode((WEB / "src" / "i18n" / "en" / "error.json").read_bytes())
    named = {code for module in (lobby, tables, wallet) for code in _codes(Path(module.__file__ or ""))}
    assert {"username_taken", "invitation_expired", "chat_rate", "insufficient_chips"} <= named
    assert named - words.keys() == set()


def _codes(module: Path) -> set[str]:
    """The codes in sentences that begin with "Refusals"."""
    sentences = re.findall(r"Refusals[^:]*:([^\"]*)", module.read_text())
    return {code for sentence in sentences for code in re.findall(r"`([a-z]+(?:_[a-z]+)+)`", sentence)}


def _files() -> list[Path]:
    return sorted(client_schema.FOLDER.rglob("*.json"))
