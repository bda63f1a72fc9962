"""A route's URL builder is compiled when a URL is first built with it.

Werkzeug writes and compiles Python code for each route of each application. A gateway does that once; tests make
hundreds of applications, with 150 routes each, and hardly ever build a URL: it was half of such a test.
"""

from collections.abc import Callable
from functools import cache

from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]
"""Takes the rule and the values of its parameters; returns domain and path."""

_compile: Callable[[Rule, bool], Builder] = Rule._compile_builder


def compile_when_used(rule: Rule, append_unknown: bool = True) -> Builder:
    """What Werkzeug would compile at once; `append_unknown`: whether other values become the URL's query."""
    compiled = cache(lambda: _compile(rule, append_unknown))
    return lambda *bound, **values: compiled()(*bound, **values)


Rule._compile_builder = compile_when_used  # type: ignore[method-assign, assignment]
