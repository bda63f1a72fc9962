"""What a service's rules and the operators' list say of its numbers is what they are unless an operator sets them."""

import re
from typing import Any

import msgspec

from tests.architecture.project import ROOT

_LISTED = re.compile(r"^#KAFENEIO_([A-Z][A-Z_0-9]*)=(.*)$", re.MULTILINE)
_NAMED = re.compile(r"`([a-z][a-z_0-9]*)=([^`]+)`")


def assert_as_in_rules(service: str, settings: msgspec.Struct, least: int) -> None:
    """Each `name=value` in `services/<service>/RULES.md` that names a setting says its value; there are so many at
    least. So does each `#KAFENEIO_NAME=value` that operators read in `deploy/local/settings.env`."""
    text = (ROOT / "services" / service / "RULES.md").read_text(encoding="utf-8")
    named = [(name, value) for name, value in _NAMED.findall(text) if name in settings.__struct_fields__]
    assert len({name for name, _ in named}) >= least
    wrong = {f"{name}={value}": found for name, value in named if (found := getattr(settings, name)) != _read(value)}
    assert wrong == {}
    assert_as_operators_read(settings)


def assert_as_operators_read(settings: msgspec.Struct) -> None:
    """Each setting with a number, a yes or no, a list or a table is in `deploy/local/settings.env` with its value."""
    text = (ROOT / "deploy" / "local" / "settings.env").read_text(encoding="utf-8")
    listed = {name: value.strip("'") for name, value in _LISTED.findall(text)}
    numbers = {
        name: _written(value)
        for name in settings.__struct_fields__
        if isinstance(value := getattr(settings, name), int | float | tuple | dict)
    }
    wrong = {name: value for name, value in numbers.items() if listed.get(name.upper()) != value}
    assert wrong == {}, {name: listed.get(name.upper()) for name in wrong}


def _written(value: Any) -> str:
    """A value as it is written in the environment."""
    if isinstance(value, dict) or (isinstance(value, tuple) and not all(map(_is_plain, value))):
        return msgspec.json.encode(value).decode()
    if isinstance(value, tuple):
        return ",".join(_written(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | float | str)


def _read(value: str) -> Any:
    """A value as rules write it: JSON, with lines between thousands, and lists as tuples."""
    try:
        found = msgspec.json.decode(value if '"' in value else value.replace("_", ""))
    except msgspec.DecodeError:
        return value
    return tuple(found) if isinstance(found, list) else found
