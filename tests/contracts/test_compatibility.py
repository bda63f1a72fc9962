"""What of a change of messages the processes of another release cannot read is named (`make rolling` asks)."""

from typing import Any

import pytest

from deploy.generate.message_schemas import breaking

OBJECT = {"properties": {"a": {"type": "integer"}, "b": {"default": 1, "type": "integer"}}, "required": ["a"]}
ARRAY = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2}


def changed(schema: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**schema, **parts}


@pytest.mark.parametrize(
    "new",
    [
        OBJECT,
        changed(OBJECT, properties={**OBJECT["properties"], "c": {"default": 0, "type": "integer"}}),  # type: ignore[dict-item]
        changed(OBJECT, properties={"a": {"type": "integer"}}),
    ],
    ids=["the same", "a new field with a default", "an optional field less"],
)
def test_what_both_releases_can_read_is_no_break(new: dict[str, Any]) -> None:
    assert breaking({"M": OBJECT}, {"M": new, "N": OBJECT}) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (OBJECT, {"properties": {"b": {"type": "integer"}}, "required": []}, "M: a is gone"),
        (OBJECT, changed(OBJECT, required=["a", "b"], properties={**OBJECT["properties"], "c": {}}), None),  # type: ignore[dict-item]
        (OBJECT, {"properties": {"a": {}, "z": {}}, "required": ["a", "z"]}, "M: z is new and required"),
        (OBJECT, changed(OBJECT, properties={"a": {"type": "string"}}), "M: a has another type"),
        (ARRAY, changed(ARRAY, prefixItems=ARRAY["prefixItems"][::-1]), "M: fields have other places or types"),  # type: ignore[index]
        (ARRAY, changed(ARRAY, prefixItems=[*ARRAY["prefixItems"], {}], minItems=3), "M: more fields are required"),  # type: ignore[misc]
    ],
)
def test_a_break_is_named(old: dict[str, Any], new: dict[str, Any], complaint: str | None) -> None:
    found = breaking({"M": old}, {"M": new})
    assert complaint in found if complaint else found == []


def test_a_message_that_is_gone_is_named() -> None:
    assert breaking({"M": OBJECT}, {}) == ["M is gone"]
