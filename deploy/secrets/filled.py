"""Fills in the template of secrets: what is random is made, what only an installation knows is given."""

import base64
import datetime
import os
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

TEMPLATE = Path(__file__).with_name("template.yaml")
_MARK = re.compile(r"\$\{(?P<kind>random|sealing|given|optional):(?P<name>[a-z_]+)\}")
_RANDOM_BYTES = 24
OF_ONE_SERVER = {
    ("sealing", "lobby"): "KAFENEIO_SEALING_KEYS",
    ("sealing", "tables"): "KAFENEIO_SEALING_KEYS",
    ("random", "person"): "KAFENEIO_PERSON_KEYS_SECRET",
    ("given", "smtp_password"): "KAFENEIO_SMTP_PASSWORD",
}
"""Mark → the setting of one server whose value a cluster has to go on with, or may."""
_NEEDED = ("KAFENEIO_SEALING_KEYS", "KAFENEIO_PERSON_KEYS_SECRET")
"""Without them the cluster could not read what the server has encrypted."""


class Filled(NamedTuple):
    """What came of the template."""

    secrets: list[dict[str, Any]]
    missing: dict[str, list[str]]
    """Secret that was left out → the values that have to be given for it."""

    def text(self) -> str:
        """As `kubectl apply -f` takes it."""
        return yaml.safe_dump_all(self.secrets, sort_keys=False, width=1_000)


def asked(kind: str) -> set[str]:
    """The names of the template's marks of a kind."""
    return {name for found, name in _MARK.findall(TEMPLATE.read_text(encoding="utf-8")) if found == kind}


def filled(given: Mapping[str, str], of_server: Mapping[str, str] | None = None) -> Filled:
    """Fill in the template. `given`: name → value, of marks `given` and `optional`; an empty one is none. `of_server`:
    the settings of one server that becomes this cluster, whose keys stay.

    Raises:
        ValueError: a name that the template does not ask for, or a server without its keys.
    """
    if unknown := given.keys() - asked("given") - asked("optional"):
        raise ValueError(f"the template asks for no {', '.join(sorted(unknown))}")
    kept = {} if of_server is None else _kept(of_server)
    server_gives = {name: value for (kind, name), value in kept.items() if kind == "given"}
    values = _Values(server_gives | {name: value for name, value in given.items() if value}, kept)
    found, missing = [], {}
    for document in yaml.safe_load_all(TEMPLATE.read_text(encoding="utf-8")):
        lacking = values.lacking(document["stringData"])
        if lacking:
            missing[document["metadata"]["name"]] = lacking
        else:
            found.append(document | {"stringData": values.of(document["stringData"])})
    return Filled(found, missing)


def _kept(of_server: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Mark → its value on the server."""
    if lacking := [name for name in _NEEDED if not of_server.get(name)]:
        raise ValueError(f"the server's settings have no {', '.join(lacking)}")
    return {mark: of_server[name] for mark, name in OF_ONE_SERVER.items() if of_server.get(name)}


class _Values:
    """The value of each mark, the same wherever it stands."""

    def __init__(self, given: Mapping[str, str], kept: Mapping[tuple[str, str], str]) -> None:
        """`kept`: values of marks that are not made anew."""
        self._given = given
        self._made = dict(kept)

    def lacking(self, data: Mapping[str, str]) -> list[str]:
        """What has to be given and is not."""
        marks = [mark for text in data.values() for mark in _MARK.findall(text)]
        return sorted({name for kind, name in marks if kind == "given" and name not in self._given})

    def of(self, data: Mapping[str, str]) -> dict[str, str]:
        """The values of a secret; a key of which an optional value is not given is left out."""
        return {key: text for key, template in data.items() if (text := self._text(template)) is not None}

    def _text(self, template: str) -> str | None:
        if any(kind == "optional" and name not in self._given for kind, name in _MARK.findall(template)):
            return None
        return _MARK.sub(lambda mark: self._value(mark["kind"], mark["name"]), template)

    def _value(self, kind: str, name: str) -> str:
        if kind in ("given", "optional"):
            return self._given[name]
        make: Callable[[], str] = sealing_key if kind == "sealing" else lambda: secrets.token_urlsafe(_RANDOM_BYTES)
        return self._made.setdefault((kind, name), make())


def sealing_key() -> str:
    """`id:base64`, as `kafeneio sealing new` prints it."""
    day = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d")
    return f"k{day}:{base64.b64encode(os.urandom(32)).decode()}"
