"""Reads from the databases at rest what the checker holds histories against."""

import contextlib

import psycopg

from bench.faults.splits.history import Effect, Kept, Transfer
from bench.processes.whole_platform import Platform
from tests.support.server import ServerFailed

_LINE = "line "


def read_kept(platform: Platform) -> Kept:
    """Journal, chat, gifts and ledger."""
    kept, databases = Kept(), platform.databases
    with contextlib.ExitStack() as opened:
        tables, lobby, wallet = (
            opened.enter_context(platform.postgres.connect(databases[name])) for name in ("tables", "lobby", "wallet")
        )
        _read_journal(tables, kept)
        for text, room in lobby.execute("SELECT text, room FROM lobby.chat_lines"):
            kept.effects.append(Effect(text.removeprefix(_LINE), room))
        _read_gifts(wallet, kept)
        _read_ledger(wallet, kept)
    return kept


def _read_journal(tables: psycopg.Connection, kept: Kept) -> None:
    rows = tables.execute("SELECT table_id, seq, coalesce(command_id, '') FROM tables.journal ORDER BY table_id, seq")
    for table, seq, command in rows:
        kept.journals.setdefault(table, []).append(seq)
        if command:
            kept.effects.append(Effect(command, table, seq))


def _read_gifts(wallet: psycopg.Connection, kept: Kept) -> None:
    paid = dict(
        wallet.execute("SELECT idem, sum(amount_chips)::bigint FROM wallet.transfers WHERE kind = 'item' GROUP BY idem")
    )
    for gift, order, table in wallet.execute("SELECT gift, order_id, table_id FROM wallet.gifts"):
        kept.effects.append(Effect(order, table, chips=paid.pop(f"item:{gift}", 0)))
    kept.effects += [Effect(idem, "a price without a gift", chips=chips) for idem, chips in paid.items()]


def _read_ledger(wallet: psycopg.Connection, kept: Kept) -> None:
    lines = wallet.execute("SELECT source, target, amount_chips FROM wallet.transfers")
    kept.transfers = [Transfer(*line) for line in lines]
    for source in ("SELECT account, balance_chips FROM wallet.accounts", "SELECT account, chips FROM wallet.house"):
        for account, chips in wallet.execute(source):
            kept.balances[account] = kept.balances.get(account, 0) + chips


def audit_of(platform: Platform) -> list[str]:
    """What the ledger's own audit finds."""
    try:
        platform.run_command("ledger", "audit")
    except ServerFailed as failure:
        return [f"the ledger's audit: {failure}"]
    return []
