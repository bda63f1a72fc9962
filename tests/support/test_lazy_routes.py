"""Routes build the same URLs as ever, and compile nothing before."""

from unittest import mock

from flask import Flask, url_for
from werkzeug.routing import BaseConverter

from tests.support import lazy_routes


def application() -> Flask:
    app = Flask("trial")
    app.add_url_rule("/players/<name>", "player", lambda name: name)
    return app


class Backwards(BaseConverter):
    def to_python(self, value: str) -> str:
        return value[::-1]


def test_a_route_builds_urls_with_parameters_and_query() -> None:
    with application().test_request_context():
        assert url_for("player", name="ann b", page=2) == "/players/ann%20b?page=2"


def test_a_route_that_builds_no_urls_compiles_no_builder() -> None:
    with mock.patch.object(lazy_routes, "_compile", side_effect=AssertionError("compiled")):
        assert application().test_client().get("/players/ann").text == "ann"


def test_a_second_application_reads_no_route_again_and_has_handlers_and_arguments_of_its_own() -> None:
    first = application()
    with mock.patch.object(lazy_routes, "_read", side_effect=AssertionError("read again")):
        second = application()
    second.view_functions["player"] = lambda name: f"second {name}"
    assert [each.test_client().get("/players/ann").text for each in (first, second)] == ["ann", "second ann"]
    for each in (first, second):
        (rule,) = each.url_map.iter_rules("player")
        assert rule.arguments == {"name"}
    with second.test_request_context():
        assert url_for("player", name="ann b", page=2) == "/players/ann%20b?page=2"


def test_converters_of_an_application_s_own_are_not_those_of_another() -> None:
    usual, own = application(), Flask("trial")
    own.url_map.converters["default"] = Backwards
    own.add_url_rule("/players/<name>", "player", lambda name: name)
    assert [each.test_client().get("/players/ann-b").text for each in (usual, own)] == ["ann-b", "b-nna"]
