"""Gifts at a table: the lobby knows who sits there, and the wallet checks the gift and takes the chips."""

import msgspec

from services.contracts.client.frames import GiftFrame
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions, GetMatch
from services.contracts.wallet import shop as economy
from services.kernel.refusal import Refusal
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.social import blocks
from services.lobby.tables import rows as tables
from services.lobby.tables.open_table import TableRequest
from services.platform.database.unit_of_work import Work


class Sitting(msgspec.Struct, frozen=True):
    """A table that plays, and the account of each seat whose player is still in the match."""

    request: TableRequest
    accounts: list[str | None]


_UNKNOWN = ("service_unavailable", "internal_error")
"""What says nothing about whether a gift has been given."""


def give_item(ports: Ports, request: economy.GiveItem) -> economy.Gift | Refusal:
    """Ask tables whether the match runs and who plays with whom, then the wallet. A repeated order is answered as the
    first time, even if the match has ended since."""
    order = _order(ports, request)
    if isinstance(order, Refusal):
        return order if order.error in _UNKNOWN else _given_before(ports, request, order)
    return ports.rpc.call(order)


def _given_before(ports: Ports, request: economy.GiveItem, refusal: Refusal) -> economy.Gift | Refusal:
    """What the wallet has given for an order that would be refused now. Of no seat, it takes no new order."""
    given = ports.rpc.call(
        economy.BuyItem(
            account=request.account,
            id=request.id,
            item=request.item,
            table=request.table,
            match=request.match,
            running=False,
            accounts=[],
            sides=[],
            to_seat=request.seat,
            seen_chips=request.seen_chips,
        )
    )
    return refusal if isinstance(given, Refusal) and given.error not in _UNKNOWN else given


def _order(ports: Ports, request: economy.GiveItem) -> economy.BuyItem | Refusal:
    sitting = ports.run(_look, request)
    if isinstance(sitting, Refusal):
        return sitting
    played = ports.rpc.call(GetMatch(match=request.match), timeout_ms=ports.settings.table_checks_timeout_ms)
    if isinstance(played, Refusal):
        return Refusal("not_in_match") if played.error == "match_unknown" else played
    if played.table != request.table or played.ended_at_ms is not None:
        return Refusal("not_in_match")
    checked = ports.rpc.call(
        CheckOptions(game=sitting.request.game, options=sitting.request.options),
        timeout_ms=ports.settings.table_checks_timeout_ms,
    )
    if not isinstance(checked, CheckedOptions):
        return checked
    return economy.BuyItem(
        account=request.account,
        id=request.id,
        item=request.item,
        table=request.table,
        match=request.match,
        running=True,
        accounts=sitting.accounts,
        sides=checked.sides,
        to_seat=request.seat,
        seen_chips=request.seen_chips,
    )


def _look(work: Work, _ports: Ports, request: economy.GiveItem) -> Sitting | Refusal:
    row = tables.find(work, request.table)
    if row is None or row.is_closed or not row.table.started:
        return Refusal("not_in_match")
    seats = row.table.seats
    found = players.find_some(work, [account for account in seats if account])
    here = {each.account for each in found if each.part == "playing" and each.table_id == request.table}
    accounts = [account if account in here else None for account in seats]
    if request.account not in accounts:
        return Refusal("not_in_match")
    receiver = accounts[request.seat] if 0 <= request.seat < len(accounts) else None
    refusal = blocks.check_gift(work, request.account, [receiver] if receiver else [])
    return refusal or Sitting(row.table.request, accounts)


def items_given(work: Work, ports: Ports, events: list[economy.ItemGiven]) -> None:
    """Show the gift to everybody at the table, players and spectators."""
    for event in events:
        client_updates.at_table(work, ports, event.accounts, event.gift.table, GiftFrame(gift=event.gift))
