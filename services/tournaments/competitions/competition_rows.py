"""Stored competitions. Lock one before any change that affects its clock or its standings."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.tournaments.made import Audience
from services.kernel.clock import TimeMs
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.competitions.rules import CompetitionSettings, Definition, State
from services.tournaments.schema import competitions

NOT_OVER = ("announced", "open", "running", "closing")
_JSON_FIELDS = ("options", "prizes", "shares_bps")
_COLUMN_OF = {"price": "price_chips", "guarantee": "guarantee_chips"}
"""Fields of a definition whose column says the unit."""
_OWN = ("state", "in_pairs", "overtime_min", "due_at_ms", "seq", "reason", "settled_at_ms", "paid_at_ms", "revision")
_OF_MAKER = ("made_by", "maker", "audience", "company_id", "places")


class Competition(msgspec.Struct, frozen=True):
    """A competition. `seq` counts its changes; `due_at_ms`: when its clock checks it next, None: never; `reason` of
    a cancellation; `revision` of its prizes, 0: as first settled; `in_pairs`: two sides of two."""

    id: str
    name: str
    state: State
    definition: Definition
    in_pairs: bool = False
    overtime_min: int | None = None
    due_at_ms: TimeMs | None = None
    seq: int = 0
    reason: str | None = None
    settled_at_ms: TimeMs | None = None
    paid_at_ms: TimeMs | None = None
    revision: int = 0
    made_by: str | None = None
    """The account of a player's own competition; None: an operator's."""
    maker: str = ""
    """Its name."""
    audience: Audience = "all"
    company_id: str | None = None
    places: int | None = None
    """For how many players it is; None: any number."""

    def settings(self, now: CompetitionSettings) -> CompetitionSettings:
        """The operator's settings for it: as they are now, but those that it has frozen."""
        return now if self.overtime_min is None else msgspec.structs.replace(now, overtime_min=self.overtime_min)


def add(work: Work, competition: Competition) -> bool:
    """Save a new competition; False: there is one of this id."""
    values = {"competition_id": competition.id, "saved_at_ms": work.now_ms, "state_at_ms": work.now_ms}
    return insert_if_missing(work, competitions, values | _values(competition))


def save(work: Work, before: Competition, after: Competition) -> Competition:
    """Write a locked competition; returns it with its new number."""
    after = msgspec.structs.replace(after, seq=before.seq + 1)
    moment = {"state_at_ms": work.now_ms} if after.state != before.state else {}
    work.execute(competitions.update().where(competitions.c.competition_id == after.id).values(_values(after) | moment))
    return after


def find(work: Work, competition: str) -> Competition | None:
    """A competition by id."""
    return _one(work, sa.select(competitions).where(competitions.c.competition_id == storable(competition)))


def find_some(work: Work, ids: Collection[str]) -> list[Competition]:
    """Competitions by id; unknown ones are left out."""
    chosen = sa.select(competitions).where(competitions.c.competition_id.in_(sorted(ids)))
    return [read(row) for row in work.execute(chosen)]


def lock(work: Work, competition: str) -> Competition | None:
    """The same, locked until the end of the transaction."""
    chosen = sa.select(competitions).where(competitions.c.competition_id == storable(competition))
    return _one(work, chosen.with_for_update())


def claim(work: Work, competition: str) -> Competition | None:
    """The same; None also if another process has locked it, which will do the same."""
    chosen = sa.select(competitions).where(competitions.c.competition_id == competition)
    return _one(work, chosen.with_for_update(skip_locked=True))


def latest(
    work: Work,
    limit: int,
    *,
    states: Collection[str] | None = None,
    after: tuple[TimeMs, str | None] | None = None,
    of_all: bool = False,
) -> list[Competition]:
    """The competitions in these states (None: in any) that start latest, latest first; `after`: only those that follow
    this start and id in that order (no id: that start before this moment); `of_all`: only those for everybody."""
    chosen = sa.select(competitions)
    if states is not None:
        chosen = chosen.where(competitions.c.state.in_(sorted(states)))
    if of_all:
        chosen = chosen.where(competitions.c.audience == "all")
    if after is not None:
        start, id_ = competitions.c.starts_at_ms, competitions.c.competition_id
        last_ms, last_id = after
        earlier = start < last_ms
        if last_id is not None:
            earlier |= (start == last_ms) & (id_ > storable(last_id))
        chosen = chosen.where(earlier)
    newest_first = (competitions.c.starts_at_ms.desc(), competitions.c.competition_id)
    return [read(row) for row in work.execute(chosen.order_by(*newest_first).limit(limit))]


BY_ID = f"SELECT {', '.join(competitions.c.keys())} FROM competitions WHERE competition_id = :competition"
DUE = "SELECT competition_id FROM competitions WHERE due_at_ms <= :now_ms ORDER BY due_at_ms LIMIT :most"
"""Competitions that are due, the oldest first."""


def unpaid(work: Work, before_ms: TimeMs) -> int:
    """The number of competitions settled before that time and not paid by the wallet."""
    late = (competitions.c.settled_at_ms < before_ms, competitions.c.paid_at_ms.is_(None))
    return int(work.execute(sa.select(sa.func.count()).where(*late)).scalar_one())


def overdue(work: Work, before_ms: TimeMs) -> int:
    """The number of competitions that were due before that time and were not moved."""
    return int(work.execute(sa.select(sa.func.count()).where(competitions.c.due_at_ms < before_ms)).scalar_one())


def count_by_state(work: Work) -> dict[str, int]:
    """The number of competitions in each state."""
    counted = sa.select(competitions.c.state, sa.func.count()).group_by(competitions.c.state)
    return dict(work.execute(counted).tuples().all())


def _values(competition: Competition) -> dict[str, Any]:
    fields = msgspec.structs.asdict(competition.definition)
    row = {_COLUMN_OF.get(name, name): value for name, value in fields.items()}
    row |= {name: encode_text(fields[name]) for name in _JSON_FIELDS}
    row |= {name: getattr(competition, name) for name in (*_OWN, *_OF_MAKER)}
    return row | {"name": competition.name, "in_pairs": int(competition.in_pairs)}


def _one(work: Work, statement: sa.Select[Any]) -> Competition | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else read(row)


def read(row: Any) -> Competition:
    """A row with all columns."""
    fields = {field: getattr(row, _COLUMN_OF.get(field, field)) for field in Definition.__struct_fields__}
    fields |= {name: msgspec.json.decode(fields[name]) for name in _JSON_FIELDS}
    own = {name: getattr(row, name) for name in (*_OWN, *_OF_MAKER)} | {"in_pairs": bool(row.in_pairs)}
    return Competition(row.competition_id, row.name, definition=msgspec.convert(fields, Definition), **own)


def of_accounts(work: Work, ids: Sequence[str], states: Collection[State]) -> list[Competition]:
    """Of these competitions the ones in one of these states, in the order of their ids."""
    return sorted((each for each in find_some(work, ids) if each.state in states), key=lambda each: each.id)


# --- made by players ---


def count_made(work: Work, account: str, since_ms: TimeMs) -> tuple[int, int]:
    """How many competitions of an account are not over, and how many it has made since a moment."""
    own = competitions.c.made_by == account
    open_now = sa.select(sa.func.count()).where(own, competitions.c.state.in_(NOT_OVER))
    lately = sa.select(sa.func.count()).where(own, competitions.c.saved_at_ms > since_ms)
    return int(work.execute(open_now).scalar_one()), int(work.execute(lately).scalar_one())


def made_for(
    work: Work, account: str, friends: Collection[str], companies: Collection[str], most: int
) -> list[Competition]:
    """The competitions that are not over of an account, of its friends and of its companies, soonest first."""
    of_friends = (competitions.c.audience == "friends") & competitions.c.made_by.in_(sorted(friends))
    of_companies = (competitions.c.audience == "company") & competitions.c.company_id.in_(sorted(companies))
    chosen = sa.select(competitions).where(
        competitions.c.state.in_(NOT_OVER), (competitions.c.made_by == account) | of_friends | of_companies
    )
    ordered = chosen.order_by(competitions.c.starts_at_ms, competitions.c.competition_id)
    return [read(row) for row in work.execute(ordered.limit(most))]


def made_unstarted(work: Work, account: str) -> list[str]:
    """The competitions of an account that have not begun."""
    own = (competitions.c.made_by == account, competitions.c.state.in_(("announced", "open")))
    return list(work.execute(sa.select(competitions.c.competition_id).where(*own).order_by("competition_id")).scalars())


def rename_maker(work: Work, account: str, name: str) -> None:
    """Replace the account's name wherever it has made a competition."""
    work.execute(competitions.update().where(competitions.c.made_by == account).values(maker=name))


def decided_anew(work: Work, competition: str) -> None:
    """What the calendar shows of a competition was decided now."""
    work.execute(
        competitions.update().where(competitions.c.competition_id == competition).values(saved_at_ms=work.now_ms)
    )
