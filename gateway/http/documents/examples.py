"""Examples of what operations take and answer, for the OpenAPI document: made of the types, with known words for the
fields that come again and again. Each can be sent as it is: tests do."""

from typing import Any

import msgspec

_AT_MS = 1_795_910_400_000
_TEXTS = {
    "account": "a-4f0c21",
    "auth": "k8JV6sjdbhAi1n3_LDBLvA",
    "avatar": "owl",
    "beginning": "mar",
    "birth_date": "1990-12-31",
    "body": "The match stopped in the third hand.",
    "code": "123456",
    "comment": "Looked at the chat.",
    "current": "correct horse battery",
    "cursor": "1204.0",
    "day": "2026-11-29",
    "email": "maria@example.org",
    "endpoint": "https://push.example/send/1",
    "error": "table_unknown",
    "format": "json",
    "friend": "nikos",
    "game": "tavli",
    "id": "5f2d9a40c1b7",
    "link": "n3Xq0Zk1",
    "message": "Here is a seat for you.",
    "name": "At the window",
    "new": "a longer horse battery",
    "old_auth": "k8JV6sjdbhAi1n3_LDBLvA",
    "old_endpoint": "https://push.example/send/0",
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u",
    "password": "correct horse battery",
    "period": "2026-11",
    "player": "nikos",
    "reason": "Asked for by the player.",
    "room": "lobby",
    "state": "c3RhdGU",
    "subject": "A question",
    "text": "Good evening!",
    "ticket": "dGlja2V0",
    "topic": "ranking.rated",
    "topics": "ranking.rated",
    "url": "https://play.example/shared/n3Xq0Zk1",
    "username": "maria",
    "zone": "Europe/Athens",
}
_WORDS_OF_IDS = "abc123"
_LISTED = {"games": "tavli", "scopes": "read"}
_DEPTH_MAX = 8


def example_of(kind: Any, *, whole: bool = False) -> Any:
    """A value of a type, as JSON has it. `whole`: optional fields too, as answers have them."""
    return _Maker(whole).make(msgspec.inspect.type_info(kind), "", 0)


class _Maker:
    def __init__(self, whole: bool) -> None:
        self._whole = whole

    def make(self, info: Any, name: str, depth: int) -> Any:
        """A value for a field of this name."""
        kinds = msgspec.inspect
        match info:
            case kinds.Metadata():
                return self.make(info.type, name, depth)
            case kinds.StructType():
                return self._struct(info, depth)
            case kinds.UnionType():
                return self._one_of(info.types, name, depth)
            case kinds.LiteralType():
                return info.values[0]
            case kinds.BoolType():
                return True
            case kinds.IntType() | kinds.FloatType():
                return _number(info, name)
            case kinds.StrType():
                return _text(info, name)
            case kinds.TupleType() | kinds.VarTupleType() | kinds.ListType() | kinds.SetType() | kinds.FrozenSetType():
                return self._list(info, name, depth)
            case kinds.DictType():
                return {}
        return None

    def _struct(self, info: Any, depth: int) -> Any:
        fields = [each for each in info.fields if each.required or (self._whole and depth < _DEPTH_MAX)]
        values = {each.encode_name: self.make(each.type, each.encode_name, depth + 1) for each in fields}
        tagged = {} if info.tag is None else {info.tag_field: info.tag}
        return [*tagged.values(), *values.values()] if info.array_like else tagged | values

    def _one_of(self, types: Any, name: str, depth: int) -> Any:
        is_deep = depth >= _DEPTH_MAX and any(isinstance(each, msgspec.inspect.NoneType) for each in types)
        first = next(each for each in types if not isinstance(each, msgspec.inspect.NoneType))
        return None if is_deep else self.make(first, name, depth)

    def _list(self, info: Any, name: str, depth: int) -> Any:
        if isinstance(info, msgspec.inspect.TupleType):
            return [self.make(each, name, depth + 1) for each in info.item_types]
        count = max(info.min_length or 0, 0 if depth >= _DEPTH_MAX else 1)
        if name in _LISTED and isinstance(_plain(info.item_type), msgspec.inspect.StrType):
            return [_LISTED[name]] * count
        return [self.make(info.item_type, name, depth + 1) for _ in range(count)]


def _plain(info: Any) -> Any:
    return info.type if isinstance(info, msgspec.inspect.Metadata) else info


def _number(info: Any, name: str) -> int:
    value = _AT_MS if name.endswith("at_ms") or name in ("from_ms", "until_ms", "before_ms") else 1
    low = info.ge if info.ge is not None else value
    high = info.le if info.le is not None else value
    return int(min(max(value, low), high))


def _text(info: Any, name: str) -> str:
    text = _TEXTS.get(name, _WORDS_OF_IDS)
    return text[: info.max_length] if info.max_length is not None else text.ljust(info.min_length or 0, "x")
