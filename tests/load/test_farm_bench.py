"""The bench of chip farms counts what a wallet issues."""

from tests.load import farm_bench
from tests.support.migrated import Migrated


def test_a_farm_earns_little_where_gifts_are_watched(migrated: Migrated, no_pauses: None) -> None:
    before, after = (
        farm_bench.farm(site._replace(registrations=20), migrated("wallet"), addresses=1, days=1)
        for site in farm_bench.SITES
    )
    assert before[0] > 20 * 5_000
    assert after[0] < before[0] * 0.6
