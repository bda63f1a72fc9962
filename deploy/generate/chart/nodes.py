"""YAML documents with holes, written as templates of Helm.

A document is a tree of plain dicts, lists and scalars, in which `Expression`, `Block` and `When` may stand.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

_PLAIN = re.compile(r"[A-Za-z0-9/_.][\w ./@:=,$()+-]*")
_INDENT = 2


class Missing:
    """There is nothing."""


MISSING = Missing()


class Expression(NamedTuple):
    """A scalar that Helm computes; `code` is what stands between the braces."""

    code: str


class Block(NamedTuple):
    """A map or list that is taken from the values as it is."""

    code: str


class When(NamedTuple):
    """An entry of a map or list, or a whole document, that is there under a condition; and what is there otherwise."""

    condition: str
    then: Any
    otherwise: Any = MISSING


def lines(node: Any, indent: int = 0) -> list[str]:
    """A map or list as lines of a template."""
    if isinstance(node, dict):
        return [line for key, value in node.items() for line in _entry(key, value, indent)]
    return [line for item in node for line in _item(item, indent)]


def negated(condition: str) -> str:
    """The opposite condition."""
    return f"not {condition}" if " " not in condition else f"not ({condition})"


def literal(text: str) -> str:
    """Text as it stands in a template, with its braces for others (Prometheus has the same ones)."""
    return re.sub(r"\{\{", '{{ "{{" }}', text)


def _entry(key: str, value: Any, indent: int) -> Iterator[str]:
    space = " " * indent
    if isinstance(value, When):
        yield from _conditional(value, lambda each: _entry(key, each, indent))
    elif isinstance(value, Block):
        yield f"{space}{_scalar(key)}:"
        yield f"{space}  {{{{- toYaml ({value.code}) | nindent {indent + _INDENT} }}}}"
    elif isinstance(value, dict | list) and value:
        yield f"{space}{_scalar(key)}:"
        yield from lines(value, indent + _INDENT)
    elif isinstance(value, str) and "\n" in value:
        yield from _text(f"{space}{_scalar(key)}:", value, indent + _INDENT)
    else:
        yield f"{space}{_scalar(key)}: {_scalar(value)}"


def _item(item: Any, indent: int) -> Iterator[str]:
    space = " " * indent
    if isinstance(item, When):
        yield from _conditional(item, lambda each: _item(each, indent))
    elif isinstance(item, dict | list) and item:
        first, *rest = lines(item, indent + _INDENT)
        if first.lstrip().startswith("{{-"):
            raise ValueError(f"the first entry of an item of a list is always there: {item}")
        yield f"{space}- {first.lstrip()}"
        yield from rest
    else:
        yield f"{space}- {_scalar(item)}"


def _conditional(node: When, written: Any) -> Iterator[str]:
    yield f"{{{{- if {node.condition} }}}}"
    yield from written(node.then)
    if not isinstance(node.otherwise, Missing):
        yield "{{- else }}"
        yield from written(node.otherwise)
    yield "{{- end }}"


def _text(head: str, text: str, indent: int) -> Iterator[str]:
    """A text of many lines, as it is; in quotes where YAML would read it otherwise."""
    body = text.removesuffix("\n")
    if body.startswith((" ", "\n")) or body.endswith((" ", "\n")) or "\t" in body:
        yield f"{head} {literal(json.dumps(text, ensure_ascii=False))}"
        return
    yield f"{head} {'|' if text.endswith(chr(10)) else '|-'}"
    yield from (f"{' ' * indent}{literal(line)}" if line else "" for line in body.split("\n"))


def _scalar(value: Any) -> str:
    if isinstance(value, Expression):
        return f"{{{{ {value.code} }}}}"
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and yaml.load(value, Loader=yaml.CSafeLoader) == value:
        return value
    return literal(json.dumps(value, ensure_ascii=False))
