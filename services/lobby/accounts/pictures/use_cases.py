"""Pictures of players: a photo of their own, an avatar from the shop (RULES.md §1)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import pictures as contract
from services.contracts.wallet.shop import AvatarWorn
from services.kernel.refusal import Refusal
from services.lobby.accounts import permissions
from services.lobby.accounts.pictures import rows as photos
from services.lobby.accounts.pictures.rules import KIND
from services.lobby.companies.rows import find_picture
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work

_ID_BYTES = 16


def set_photo(ports: Ports, request: contract.SetPhoto) -> contract.Photo | Refusal:
    """Set the player's photo. It is decoded and scaled in a thread, before the unit of work that stores it."""
    small = ports.pictures.shrink(request.image)
    if isinstance(small, Refusal):
        return small
    kept: contract.Photo | Refusal = ports.run(_keep, request.account, small)
    return kept


def delete_photo(work: Work, ports: Ports, request: contract.DeletePhoto) -> Done:
    """Delete the player's photo."""
    photos.delete(work, request.account)
    client_updates.players(work, ports, [request.account])
    return Done()


def get_photo(work: Work, _ports: Ports, request: contract.GetPhoto) -> contract.PhotoFile | Refusal:
    """A photo of a player or the picture of a company, by its id."""
    image = photos.find(work, request.photo) or find_picture(work, request.photo)
    return Refusal("photo_unknown") if image is None else contract.PhotoFile(image=image, kind=KIND)


def avatars_worn(work: Work, ports: Ports, events: list[AvatarWorn]) -> None:
    """Avatars from the shop are worn; of several events about an account the newest counts."""
    newest = {event.account: event for event in sorted(events, key=lambda each: each.at_ms)}
    changed = [
        each.account
        for each in sorted(newest.values(), key=lambda each: each.account)
        if photos.wear(work, each.account, each.avatar, each.at_ms)
    ]
    client_updates.players(work, ports, changed)


def _keep(work: Work, ports: Ports, account: str, image: bytes) -> contract.Photo | Refusal:
    """Store a photo. Its id cannot be guessed: clients get it with the players list and need no session to fetch the
    photo."""
    me = players.lock(work, [account]).get(account)
    if me is None:
        return Refusal("player_unknown")
    if refusal := permissions.check_home(me, ports, "own_account"):
        return refusal
    photo = sessions.new_token(_ID_BYTES)
    photos.put(work, account, photo, image)
    client_updates.players(work, ports, [account])
    return contract.Photo(photo=photo)
