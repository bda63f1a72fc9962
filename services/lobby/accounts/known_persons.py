"""The keys of persons, published once more for accounts from before all of them were (RULES.md §1).

The wallet merges them into what it has stored, so that publishing them twice does no harm.
"""

from datetime import date

from services.contracts.lobby.accounts.accounts import PersonKnown
from services.kernel.persons import identity as persons
from services.lobby.accounts import credential_rows as accounts
from services.lobby.accounts.credential_rows import Credentials
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.platform.database.unit_of_work import Work

_AT_ONCE = 200
"""The most accounts of one unit of work."""


def publish_all(ports: Ports) -> int:
    """Publish the keys of every account that is left; returns of how many."""
    published = 0
    while number := ports.run(_publish_some):
        published += number
    return published


def _publish_some(work: Work, _ports: Ports) -> int:
    found = accounts.lock_unpublished(work, _AT_ONCE)
    if not found:
        return 0
    known = {each.account: each for each in players.find_some(work, [each.account for each in found])}
    for each in found:
        if each.account in known:
            work.publish(keys_of(known[each.account], each))
    accounts.mark_published(work, [each.account for each in found])
    return len(found)


def keys_of(player: Player, owner: Credentials) -> PersonKnown:
    """The keys of an account's person, as the lobby has them on record."""
    born = date.fromisoformat(owner.birth_date)
    return PersonKnown(
        account=owner.account,
        device=owner.device,
        created_at_ms=player.created_at_ms,
        email_key=persons.mailbox_key(owner.email),
        person_key=persons.identity_key(player.name_key, born),
        device_identity=persons.device_identity_key(owner.device, born),
    )
