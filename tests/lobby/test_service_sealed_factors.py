"""Whoever reads the database has no second factor: services/lobby/RULES.md §8."""

import base64

from services.lobby import factors
from services.lobby.store import access, schema

KEY = "k1:" + base64.b64encode(b"k" * 32).decode()


def test_the_secret_of_a_second_factor_is_sealed_for_its_account(house, monkeypatch):
    account = house.register("Ana").account.account
    factor = factors.new_factor()
    house.database.run(lambda work: access.save_factor(work, account, factor))
    assert factor.secret in house.rows(schema.second_factors)[0].state, "as long as there is no key"

    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", KEY)
    assert house.database.run(lambda work: access.lock_factor(work, account)) == factor, "read as it is"
    house.database.run(lambda work: access.save_factor(work, account, factor))

    (row,) = house.rows(schema.second_factors)
    assert row.state.startswith("sealed:k1:")
    assert factor.secret not in row.state
    assert house.database.run(lambda work: access.lock_factor(work, account)) == factor
