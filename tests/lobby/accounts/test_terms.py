"""Versions of the terms and rules: services/lobby/RULES.md §1."""

from services.contracts.base import Done
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.accounts.terms import rules as terms
from services.lobby.accounts.terms import use_cases as posted_terms
from services.lobby.accounts.terms.rules import FIRST, Posted
from tests.lobby.local_lobby import LocalLobby

CHANGES = {"el": "Νέα ρύθμιση.", "en": "  A new\nsetting. ", "es": "Un ajuste nuevo."}


def test_versions_are_listed_from_the_newest_to_the_first():
    second = Posted(2, FIRST.posted_at_ms + 1_000, {})
    assert terms.history([second]) == [second, FIRST]


def test_a_change_of_the_terms_is_announced_in_every_language():
    assert terms.read_changes(CHANGES) == CHANGES | {"en": "A new setting."}
    assert terms.read_changes(CHANGES | {"es": " "}) == Refusal("bad_request", {"language": "es"})
    assert terms.read_changes(CHANGES | {"el": "x" * 2_001}) == Refusal("bad_request", {"language": "el"})


def test_a_change_that_operators_did_not_translate_is_left_to_its_english():
    """Of `it` and `pt` the operator may give words, and need not."""
    said = terms.read_changes(CHANGES | {"pt": "Uma nova definição.", "it": " "})
    assert said == CHANGES | {"en": "A new setting.", "pt": "Uma nova definição."}
    assert terms.read_changes(CHANGES | {"it": "x" * 2_001}) == Refusal("bad_request", {"language": "it"})


def test_an_account_keeps_the_version_that_was_posted_when_it_was_opened(lobby: LocalLobby):
    lobby.register("Ana")
    lobby.database.run(posted_terms.post_terms, CHANGES)
    lobby.register("Ben", terms=2)
    kept = {row.email: row.terms for row in lobby.rows(schema.credentials)}
    assert kept == {"ana@example.org": 1, "ben@example.org": 2}


def test_a_reader_of_another_version_is_asked_again(lobby: LocalLobby):
    lobby.database.run(posted_terms.post_terms, CHANGES)
    assert lobby.register("Ana", terms=1) == Refusal("terms_changed", {"version": 2})
    assert lobby.rows(schema.players) == []


def test_posted_versions_are_listed_newest_first(lobby: LocalLobby):
    posted = lobby.database.run(posted_terms.post_terms, CHANGES)
    assert (posted.version, posted.posted_at_ms) == (2, lobby.now_ms)
    found = lobby.ask(accounts.GetTerms())
    assert found.version == 2
    assert [(each.version, each.changes["en"]) for each in found.history] == [
        (2, "A new setting."),
        (1, FIRST.changes["en"]),
    ]


def test_a_newer_version_can_be_accepted_while_logged_in(lobby: LocalLobby):
    session = lobby.register("Ana")
    lobby.database.run(posted_terms.post_terms, CHANGES)
    room = lobby.ask(presence.Connected(token=session.token, gateway="g1", conn=1))
    assert (room.terms, room.terms_accepted) == (2, 1)
    refused = lobby.ask(accounts.AcceptTerms(token=session.token, version=1))
    assert refused == Refusal("terms_changed", {"version": 2})
    assert lobby.ask(accounts.AcceptTerms(token=session.token, version=2)) == Done()
    room = lobby.ask(presence.Connected(token=session.token, gateway="g1", conn=1))
    assert (room.terms, room.terms_accepted) == (2, 2)
    assert lobby.ask(accounts.AcceptTerms(token="nobody's", version=2)) == Refusal("session_expired")


def test_an_account_from_before_versions_has_none(lobby: LocalLobby):
    session = lobby.register("Ana")
    with lobby.database.work() as work:
        work.execute(schema.credentials.update().values(terms=None))
    room = lobby.ask(presence.Connected(token=session.token, gateway="g1", conn=1))
    assert room.terms_accepted is None
