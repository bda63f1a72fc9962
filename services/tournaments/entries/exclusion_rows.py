"""Exclusions of accounts by moderation, now or later."""

from collections.abc import Collection, Mapping

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.events import Span, StandingChanged
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import account_standings, exclusions


class KeptOut(msgspec.Struct, frozen=True):
    """`reason`: `blocked` or `suspended`; `until_ms` None: for good."""

    reason: str
    until_ms: TimeMs | None


_spans = msgspec.json.Decoder(list[Span])


def save(work: Work, event: StandingChanged) -> bool:
    """Store an account's exclusions; False: this or a newer event is stored already."""
    row = {
        "account": event.account,
        "seq": event.seq,
        "blocked": int(event.blocked),
        "suspensions": encode_text(event.suspensions),
    }
    if insert_if_missing(work, account_standings, row):
        return True
    older = (account_standings.c.account == event.account) & (account_standings.c.seq < event.seq)
    return bool(work.execute(sa.update(account_standings).where(older).values(row)).rowcount)


def kept_out(work: Work, accounts: Collection[str]) -> Mapping[str, KeptOut]:
    """Those of these accounts that are excluded now, and why."""
    found = {}
    for row in bulk_rows.find(work, account_standings, "account", accounts):
        running = [each for each in _spans.decode(row.suspensions) if each.from_ms <= work.now_ms < each.until_ms]
        if row.blocked:
            found[row.account] = KeptOut("blocked", None)
        elif running:
            found[row.account] = KeptOut("suspended", max(each.until_ms for each in running))
    return found


def forget(work: Work, account: str) -> None:
    """The account is gone: what earlier releases have kept of its self-exclusions goes."""
    work.execute(exclusions.delete().where(exclusions.c.account == account))
