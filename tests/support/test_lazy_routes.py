"""Routes build the same URLs as ever, and compile nothing before."""

from unittest import mock

from flask import Flask, url_for

from tests.support import lazy_routes


def application() -> Flask:
    app = Flask("trial")
    app.add_url_rule("/players/<name>", "player", lambda name: name)
    return app


def test_a_route_builds_urls_with_parameters_and_query() -> None:
    with application().test_request_context():
        assert url_for("player", name="ann b", page=2) == "/players/ann%20b?page=2"


def test_a_route_that_builds_no_urls_compiles_no_builder() -> None:
    with mock.patch.object(lazy_routes, "_compile", side_effect=AssertionError("compiled")):
        assert application().test_client().get("/players/ann").text == "ann"
