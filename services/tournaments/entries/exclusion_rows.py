"""Exclusions of accounts by moderation, now or later."""

from collections.abc import Collection, Mapping

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.events import Span, StandingChanged
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import account_standings

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


def kept_out(work: Work, accounts: Collection[str]) -> Mapping[str, str]:
    """Those of these accounts that are excluded now, and why: `blocked` or `suspended`."""
    found = {}
    for row in bulk_rows.find(work, account_standings, "account", accounts):
        if row.blocked:
            found[row.account] = "blocked"
        elif any(span.from_ms <= work.now_ms < span.until_ms for span in _spans.decode(row.suspensions)):
            found[row.account] = "suspended"
    return found
