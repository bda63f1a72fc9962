"""Calling a friend who is away, and sitting down for it (RULES.md §21)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts.client.frames import FriendsFrame
from services.contracts.lobby.open_tables import CreateTable, TableLine
from services.contracts.lobby.people import calls as contract
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.kernel.clock import HOUR_MS
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts.rules import username_key
from services.lobby.calls import rows as stored
from services.lobby.calls import rules
from services.lobby.calls.rules import StoredCall
from services.lobby.commands.repeated_commands import answered, once_per_id
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.push import notices as push
from services.lobby.social import block_rows as blocks
from services.lobby.social import friend_rows as friends
from services.lobby.tables import creation
from services.lobby.tables import rows as tables
from services.platform.database.unit_of_work import Work


def list_calls(work: Work, ports: Ports, request: contract.ListCalls) -> contract.Calls:
    """The account's calls, and those of its friends."""
    return _list(work, ports, request.account)


def call_friend(ports: Ports, request: contract.CallFriend) -> contract.Call | Refusal:
    """Ask tables whether the game can be played like that, then keep the call; one with an id that was kept already
    comes back."""
    known = answered(ports, request) if request.id else None
    if known is not None:
        return known
    friend = ports.run(_find_friend, request)
    if isinstance(friend, Refusal):
        return friend
    asked = CheckOptions(game=request.game, options=request.options)
    checked = ports.rpc.call(asked, timeout_ms=ports.settings.table_checks_timeout_ms)
    if not isinstance(checked, CheckedOptions):
        return checked
    if checked.house_banked:
        return Refusal("game_unknown")
    return ports.run(_keep_once, request, friend, checked.options)


def withdraw_call(work: Work, ports: Ports, request: contract.WithdrawCall) -> contract.Calls:
    """Take an own call back, or decline a friend's."""
    call = stored.find(work, request.call, lock=True)
    if call is not None and request.account in (call.account, call.friend) and call.state == "waiting":
        stored.change(work, call.call, state="withdrawn")
        metrics.calls.labels("withdrawn").inc()
        others = [each for each in (call.account, call.friend) if each and each != request.account]
        client_updates.frame(work, ports, others, FriendsFrame())
    return _list(work, ports, request.account)


def look_at_call(work: Work, _ports: Ports, request: contract.LookAtCall) -> contract.Call | Refusal:
    """What a link says to whoever opens it: names, and no account."""
    call = stored.find(work, request.call)
    if call is None:
        return Refusal("call_unknown")
    (shown,) = _shown(work, [call])
    return contract.Call(
        call=shown.call, by=shown.by, by_account="", to=shown.to, to_account=None, game=shown.game,
        options=shown.options, sent_at_ms=shown.sent_at_ms, until_ms=shown.until_ms, state=shown.state,
    )  # fmt: skip


def take_call(ports: Ports, request: contract.TakeCall) -> TableLine | Refusal:
    """Claim the call, so that of two one gets it, then open its table; a table that is refused gives it back."""
    order = CreateTable(account=request.account, id=request.id, name="", game="")
    known = answered(ports, order)  # the command is the table's: sent again, it has that answer
    if known is not None:
        return known
    claimed = ports.run(_claim, request)
    if isinstance(claimed, Refusal):
        return claimed
    call, name = claimed
    order = msgspec.structs.replace(order, name=name, game=call.game, options=call.options)
    table = creation.create_table(ports, order)
    ports.run(_settle, call, request.account, table)
    return table


def purge(work: Work) -> None:
    """Delete calls that ended long ago."""
    stored.purge(work, work.now_ms - rules.KEPT_MS)


def _find_friend(work: Work, _ports: Ports, request: contract.CallFriend) -> str | Refusal | None:
    if request.friend is None:
        return None
    found = players.find_by_key(work, username_key(request.friend))
    if found is None:
        return Refusal("player_unknown")
    if found.account == request.account:
        return Refusal("call_self")
    is_friend = friends.state_of(work, request.account, found.account) == "friend"
    return found.account if is_friend else Refusal("call_no_friend")


def _keep_once(
    work: Work, ports: Ports, request: contract.CallFriend, friend: str | None, options: dict[str, Any]
) -> contract.Call | Refusal:
    def keep() -> contract.Call | Refusal:
        return _keep(work, ports, request, friend, options)

    return once_per_id(work, request, keep) if request.id else keep()


def _keep(
    work: Work, ports: Ports, request: contract.CallFriend, friend: str | None, options: dict[str, Any]
) -> contract.Call | Refusal:
    players.lock(work, [request.account, *([friend] if friend else [])])
    if friend is not None:
        if friends.state_of(work, request.account, friend) != "friend":
            return Refusal("call_no_friend")
        stored.withdraw_between(work, request.account, friend)
    waiting = [
        each for each in stored.find_sent(work, request.account) if rules.state_at(each, work.now_ms) == "waiting"
    ]
    most = ports.settings.calls_max
    if len(waiting) >= most:
        return Refusal("call_limit", {"most": most})
    until_ms = work.now_ms + request.hours * HOUR_MS
    call = StoredCall(new_id(), request.account, friend, request.game, options, work.now_ms, until_ms)
    stored.add(work, call)
    metrics.calls.labels("sent").inc()
    (shown,) = _shown(work, [call])
    if friend is not None:
        client_updates.frame(work, ports, (friend,), FriendsFrame(news="called", name=shown.by))
        push.called(work, ports, call.call, friend, until_ms)
    return shown


def _claim(work: Work, _ports: Ports, request: contract.TakeCall) -> tuple[StoredCall, str] | Refusal:
    call = stored.find(work, request.call, lock=True)
    waits = call is not None and _waiting_table(work, call) is not None
    if refusal := rules.check_taking(call, request.account, work.now_ms, table_waits=waits):
        return refusal
    assert call is not None
    me = players.find(work, request.account)
    if me is None or blocks.who_blocks(work, me.account, [call.account]):
        return Refusal("blocked_by_player")
    stored.change(work, call.call, state="taken", taker=me.account, table_id=None)
    return call, me.name


def _settle(work: Work, ports: Ports, call: StoredCall, taker: str, table: TableLine | Refusal) -> None:
    if isinstance(table, Refusal):
        stored.change(work, call.call, state=call.state, taker=call.taker, table_id=call.table_id)
        return
    stored.change(work, call.call, table_id=table.table)
    metrics.calls.labels("taken").inc()
    me = players.find(work, taker)
    client_updates.frame(work, ports, (call.account,), FriendsFrame(news="came", name=me.name if me else None))


def _waiting_table(work: Work, call: StoredCall) -> str | None:
    """The table at which who has taken the call sits, before or after its start."""
    row = tables.find(work, call.table_id) if call.table_id else None
    return None if row is None or row.is_closed or row.table.closed is not None else call.table_id


def _list(work: Work, ports: Ports, account: str) -> contract.Calls:
    sent = _shown(work, stored.find_sent(work, account))
    received = _shown(work, stored.find_received(work, account))
    return contract.Calls(
        sent=[each for each in sent if each.state == "waiting" or each.table is not None],
        received=[each for each in received if each.state == "waiting"],
        most=ports.settings.calls_max,
    )


def _shown(work: Work, found: Sequence[StoredCall]) -> list[contract.Call]:
    accounts = {each for call in found for each in (call.account, call.friend, call.taker) if each}
    names = {player.account: player.name for player in players.find_some(work, accounts)}
    return [
        contract.Call(
            call=call.call,
            by=names[call.account],
            by_account=call.account,
            to=names.get(call.friend or ""),
            to_account=call.friend,
            game=call.game,
            options=call.options,
            sent_at_ms=call.sent_at_ms,
            until_ms=call.until_ms,
            state=rules.state_at(call, work.now_ms),
            taken_by=names.get(call.taker or ""),
            table=_waiting_table(work, call),
        )
        for call in found
    ]
