"""The bench of chip farms counts what real services issue."""

from pathlib import Path

from bench.services import farm_bench
from services.wallet.invitations.rules import SETTINGS, WELCOME_CHIPS


def test_a_farm_earns_little_where_gifts_and_prizes_are_watched(tmp_path: Path, no_pauses: None) -> None:
    before, after = (
        farm_bench.farm(site._replace(registrations=4), _folder(tmp_path, site.name), addresses=12, days=1)
        for site in farm_bench.SITES
    )
    invitation = SETTINGS.inviter_chips + SETTINGS.invitee_chips
    ticket = farm_bench.FREE_TICKET_WORTH_CHIPS

    assert before.kinds["board_prize"] > 1_000_000 and before.kinds["prize"] == sum(farm_bench.COMPETITION_PRIZES)
    assert before.kinds["welcome"] == 48 * WELCOME_CHIPS and before.invites_chips == 16 * invitation
    assert after.places == 0 and not {"board_prize", "prize"} & after.kinds.keys()
    assert after.kinds["welcome"] == 12 * 3 * WELCOME_CHIPS
    assert after.invites_chips <= 6 * invitation
    assert after.kinds["free_ticket"] == 12 * 4 * ticket


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder
