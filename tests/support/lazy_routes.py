"""A route is read once a run, and its URL builder is compiled when a URL is first built with it.

Werkzeug reads each route of each application, and writes and compiles Python code for it. A gateway does that once;
tests make thousands of applications, with 280 routes each, and hardly ever build a URL: it was most of such a test.
"""

from collections.abc import Callable
from functools import cache

from werkzeug.routing import Map, Rule
from werkzeug.routing.converters import BaseConverter
from werkzeug.routing.rules import RulePart

Builder = Callable[..., tuple[str, str]]
"""Takes the rule and the values of its parameters; returns domain and path."""
Read = tuple[list[RulePart], list[tuple[bool, str]], dict[str, BaseConverter]]
"""What Werkzeug makes of a rule's text and changes no more."""

_compile: Callable[[Rule, bool], Builder] = Rule._compile_builder
_read: Callable[[Rule], None] = Rule.compile
_known: dict[tuple[object, ...], Read] = {}


def compile_when_used(rule: Rule, append_unknown: bool = True) -> Builder:
    """What Werkzeug would compile at once; `append_unknown`: whether other values become the URL's query."""
    compiled = cache(lambda: _compile(rule, append_unknown))
    return lambda *bound, **values: compiled()(*bound, **values)


def read_once(rule: Rule) -> None:
    """What Werkzeug would read again for each application. Converters of an application's own may look at its map, so
    a rule is another one with them."""
    assert rule.map is not None
    if rule.map.converters != Map.default_converters:
        _read(rule)
        return
    key = (rule.rule, rule.subdomain, rule.host, rule.map.host_matching, rule.merge_slashes)
    if key not in _known:
        _read(rule)
        _known[key] = rule._parts, rule._trace, rule._converters
        return
    rule._parts, rule._trace, rule._converters = _known[key]
    rule.arguments.update(rule._converters)
    rule._build = _builder(rule, append_unknown=False)
    rule._build_unknown = _builder(rule, append_unknown=True)


def _builder(rule: Rule, *, append_unknown: bool) -> Builder:
    return lambda **values: _compile(rule, append_unknown)(rule, **values)


Rule._compile_builder = compile_when_used  # type: ignore[method-assign, assignment]
Rule.compile = read_once  # type: ignore[method-assign, assignment]
