"""The bench of chip farms counts what a wallet issues."""

from services.wallet.invites import SETTINGS, WELCOME_CHIPS
from tests.load import farm_bench
from tests.support.migrated import Migrated


def test_a_farm_earns_little_where_gifts_are_watched(migrated: Migrated, no_pauses: None) -> None:
    before, after = (
        farm_bench.farm(site._replace(registrations=20), migrated("wallet"), addresses=1, days=1)
        for site in farm_bench.SITES
    )
    invitation = SETTINGS.inviter_chips + SETTINGS.invitee_chips
    ticket = farm_bench.FREE_TICKET_WORTH_CHIPS
    assert before == [20 * WELCOME_CHIPS + 6 * invitation + 20 * ticket]
    assert after == [3 * WELCOME_CHIPS + invitation + 6 * ticket]
