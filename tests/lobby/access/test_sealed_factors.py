"""Whoever reads the database has no second factor: services/lobby/RULES.md §8."""

import base64

from services.lobby import schema
from services.lobby.access import factor_codes as factors
from services.lobby.access import rows as access

NEW = "k2:" + base64.b64encode(b"n" * 32).decode()
KEY = "k1:" + base64.b64encode(b"k" * 32).decode()


def test_the_secret_of_a_second_factor_is_sealed_for_its_account(lobby, monkeypatch):
    account = lobby.register("Ana").account.account
    factor = factors.new_factor()
    lobby.database.run(lambda work: access.save_factor(work, account, factor))
    assert factor.secret in lobby.rows(schema.second_factors)[0].state, "as long as there is no key"

    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", KEY)
    assert lobby.database.run(lambda work: access.lock_factor(work, account)) == factor, "read as it is"
    lobby.database.run(lambda work: access.save_factor(work, account, factor))

    (row,) = lobby.rows(schema.second_factors)
    assert row.state.startswith("sealed:k1:")
    assert factor.secret not in row.state
    assert lobby.database.run(lambda work: access.lock_factor(work, account)) == factor


def test_secrets_are_sealed_again_with_a_new_key_so_that_the_old_one_can_go(lobby, monkeypatch):
    factors_of = {name: factors.new_factor() for name in ("Ana", "Ben")}
    accounts = {name: lobby.register(name).account.account for name in factors_of}
    lobby.database.run(lambda work: access.save_factor(work, accounts["Ana"], factors_of["Ana"]))
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", KEY)
    lobby.database.run(lambda work: access.save_factor(work, accounts["Ben"], factors_of["Ben"]))
    assert lobby.database.run(access.count_factors_by_key) == {"": 1, "k1": 1}

    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"{NEW},{KEY}")
    assert lobby.database.run(access.seal_factors_again) == 2
    assert lobby.database.run(access.seal_factors_again) == 0

    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", NEW)
    assert lobby.database.run(access.count_factors_by_key) == {"k2": 2}
    for name, account in accounts.items():
        assert lobby.database.run(lambda work, own=account: access.lock_factor(work, own)) == factors_of[name]
