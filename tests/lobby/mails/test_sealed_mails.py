"""A mail that waits holds a link that is as good as a password: services/lobby/RULES.md §8."""

import base64

from services.lobby import schema
from services.lobby.mails import rows as mails
from services.lobby.mails.letters import Mail

NEW, KEY = (f"{name}:{base64.b64encode(name.encode() * 16).decode()}" for name in ("k2", "k1"))
LETTER = Mail("ana@example.org", "A new password", "https://play.example/reset#the-secret-of-the-link")
LEASE_MS = 60_000


def test_a_waiting_mail_is_sealed_and_sent_as_it_was(lobby, monkeypatch):
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", KEY)
    lobby.database.run(lambda work: mails.add(work, "ana", LETTER))
    (row,) = lobby.rows(schema.mails)
    assert row.mail.startswith("sealed:k1:") and "the-secret" not in row.mail
    assert lobby.database.run(lambda work: mails.claim(work, LEASE_MS)).mail == LETTER


def test_mails_from_before_there_was_a_key_are_sent_and_can_be_sealed(lobby, monkeypatch):
    lobby.database.run(lambda work: mails.add(work, "ana", LETTER))
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"{NEW},{KEY}")
    assert lobby.database.run(mails.count_by_key) == {"": 1}
    assert lobby.database.run(mails.seal_again) == 1 and lobby.database.run(mails.seal_again) == 0
    assert lobby.database.run(mails.count_by_key) == {"k2": 1}
    assert lobby.database.run(lambda work: mails.claim(work, LEASE_MS)).mail == LETTER


def test_a_mail_without_its_key_keeps_no_other_from_being_sent(lobby, monkeypatch):
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", KEY)
    lobby.database.run(lambda work: mails.add(work, "ana", LETTER))
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", NEW)
    other = Mail("ben@example.org", "Welcome", "to the house")
    lobby.database.run(lambda work: mails.add(work, "ben", other))
    assert lobby.database.run(lambda work: mails.claim(work, LEASE_MS)).mail == other
    assert lobby.database.run(lambda work: mails.claim(work, LEASE_MS)) is None
    assert len(lobby.rows(schema.mails)) == 2

    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"{NEW},{KEY}")
    lobby.clock.advance(LEASE_MS)
    found = {lobby.database.run(lambda work: mails.claim(work, LEASE_MS)).mail for _ in range(2)}
    assert found == {LETTER, other}, "it waits for its key"
