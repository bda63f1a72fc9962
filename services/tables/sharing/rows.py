"""Links, answers, standing choices and pictures of shared matches, on both databases."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work
from services.tables.history.finished_match_rows import storable
from services.tables.schema import matches, recorded, share_answers, share_choices, share_pictures, shares

QUESTIONS_MAX = 100
_s, _a, _p = shares.c, share_answers.c, share_pictures.c


def _insert(work: Work, table: sa.Table) -> Any:
    return sqlite.insert(table) if work.is_sqlite else postgresql.insert(table)


# --- links -------------------------------------------------------------------------------------------------------


def is_own(work: Work, match: str, account: str) -> bool:
    """Whether a match is among the recordings of an account."""
    own = sa.and_(recorded.c.match_id == storable(match), recorded.c.account == storable(account))
    return work.execute(sa.select(recorded.c.match_id).where(own)).first() is not None


def match_row(work: Work, match: str) -> Any | None:
    """A stored match; None if there is none."""
    return work.execute(sa.select(matches).where(matches.c.match_id == storable(match))).one_or_none()


def match_rows(work: Work, ids: Collection[str]) -> dict[str, Any]:
    """Stored matches by id."""
    return {row.match_id: row for row in work.execute(sa.select(matches).where(matches.c.match_id.in_(ids)))}


def find(work: Work, link: str) -> Any | None:
    """A link that leads somewhere; None if it was withdrawn, has ended or never was."""
    live = sa.and_(_s.link == storable(link), _s.ends_at_ms > work.now_ms)
    return work.execute(sa.select(shares).where(live)).one_or_none()


def of_account(work: Work, account: str) -> Sequence[Any]:
    """The links that an account has made and that lead somewhere, newest first."""
    own = sa.and_(_s.account == storable(account), _s.ends_at_ms > work.now_ms)
    return work.execute(sa.select(shares).where(own).order_by(_s.made_at_ms.desc(), _s.link)).all()


def put(work: Work, row: dict[str, Any]) -> None:
    """A new link; nothing happens if another process has just made one of this account and match."""
    work.execute(_insert(work, shares).values(row).on_conflict_do_nothing())


def wish_names(work: Work, link: str, names: bool) -> None:
    """Whether who made a link wishes names to be shown."""
    work.execute(shares.update().where(_s.link == link).values(names=names))


def delete(work: Work, link: str) -> None:
    """A link leads nowhere any more."""
    work.execute(shares.delete().where(_s.link == link))


# --- consent -----------------------------------------------------------------------------------------------------


def ask(work: Work, match: str, asked_by: str, accounts: Collection[str]) -> None:
    """Ask these people about a match; who was asked before is not asked again."""
    for account in accounts:
        row = {"account": account, "match_id": match, "asked_by": asked_by, "asked_at_ms": work.now_ms}
        work.execute(_insert(work, share_answers).values(**row, answer="asked").on_conflict_do_nothing())


def agree(work: Work, match: str, account: str) -> None:
    """Who asks for names agrees by that."""
    row = {"account": account, "match_id": match, "asked_by": account, "asked_at_ms": work.now_ms, "answer": "agreed"}
    put_row = _insert(work, share_answers).values(row)
    work.execute(put_row.on_conflict_do_update(index_elements=["account", "match_id"], set_={"answer": "agreed"}))


def answer(work: Work, match: str, account: str, given: str) -> bool:
    """Write an answer; False if nobody has asked."""
    own = sa.and_(_a.match_id == storable(match), _a.account == storable(account))
    return bool(work.execute(share_answers.update().where(own).values(answer=given)).rowcount)


def answers_of_matches(work: Work, ids: Collection[str]) -> dict[str, dict[str, str]]:
    """Match → account → answer."""
    found: dict[str, dict[str, str]] = {each: {} for each in ids}
    for row in work.execute(sa.select(share_answers).where(_a.match_id.in_(ids))):
        found[row.match_id][row.account] = row.answer
    return found


def questions_of(work: Work, account: str, but_by: Collection[str]) -> Sequence[Any]:
    """What an account was asked by others, newest first; not by those whom it does not want."""
    own = sa.and_(_a.account == storable(account), _a.asked_by != _a.account, _a.asked_by.not_in(but_by))
    newest = sa.select(share_answers).where(own).order_by(_a.asked_at_ms.desc(), _a.match_id)
    return work.execute(newest.limit(QUESTIONS_MAX)).all()


def choice_of(work: Work, account: str) -> str:
    """An account's standing choice."""
    return choices_of(work, [account]).get(account, "ask")


def choices_of(work: Work, accounts: Collection[str]) -> dict[str, str]:
    """Account → standing choice, of those who have one."""
    c = share_choices.c
    return {row.account: row.choice for row in work.execute(sa.select(share_choices).where(c.account.in_(accounts)))}


def choose(work: Work, account: str, choice: str) -> None:
    """Another standing choice."""
    row = _insert(work, share_choices).values(account=account, choice=choice)
    work.execute(row.on_conflict_do_update(index_elements=["account"], set_={"choice": choice}))


# --- pictures ----------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """Pictures that a process draws: nothing is written for it once another claim has taken them over."""

    id: str
    match: str
    game: str
    tries: int


def want_pictures(work: Work, match: str, game: str) -> None:
    """Have a match's pictures drawn, if they are not yet; those that were given up are tried anew."""
    row = {"match_id": match, "game": game, "state": "waiting", "wanted_at_ms": work.now_ms, "tries": 0}
    anew = {name: row[name] for name in ("state", "wanted_at_ms", "tries")}
    wanted = _insert(work, share_pictures).values(row)
    given_up = _p.state == "failed"
    work.execute(wanted.on_conflict_do_update(index_elements=["match_id"], set_=anew, where=given_up))


def draw_anew(work: Work, match: str) -> None:
    """What a match's pictures show has changed; those of a match that nobody shares are not drawn."""
    fresh = {"state": "waiting", "wanted_at_ms": work.now_ms, "claimed_by": None, "tries": 0}
    work.execute(share_pictures.update().where(_p.match_id == storable(match)).values(fresh))


def drawn(work: Work, match: str) -> list[str]:
    """Which pictures of a match there are."""
    has = sa.select(_p.board.is_not(None).label("board"), _p.moment.is_not(None).label("moment"))
    row = work.execute(has.where(_p.match_id == match)).one_or_none()
    return [] if row is None else [name for name in ("board", "moment") if getattr(row, name)]


def picture(work: Work, match: str, name: str) -> bytes | None:
    """A picture; None if it is not drawn."""
    column = share_pictures.c[name]
    return work.execute(sa.select(column).where(_p.match_id == match)).scalar_one_or_none()


def _due(work: Work, silent_ms: int) -> sa.ColumnElement[bool]:
    left = sa.and_(_p.state == "running", _p.claimed_at_ms < work.now_ms - silent_ms)
    return sa.or_(_p.state == "waiting", left)


def oldest_wanted(work: Work, silent_ms: int) -> TimeMs | None:
    """Since when the oldest pictures are wanted that nobody draws; None: there are none. Only reads."""
    oldest = sa.select(sa.func.min(_p.wanted_at_ms)).where(_due(work, silent_ms))
    return work.execute(oldest).scalar_one_or_none()


def claim(work: Work, claim_id: str, silent_ms: int) -> Claim | None:
    """Take the pictures that are wanted for longest, or those that their process has left."""
    due = _due(work, silent_ms)
    oldest = sa.select(_p.match_id).where(due).order_by(_p.wanted_at_ms, _p.match_id).limit(1)
    if not work.is_sqlite:
        oldest = oldest.with_for_update(skip_locked=True)
    taken = {"state": "running", "claimed_by": claim_id, "claimed_at_ms": work.now_ms, "tries": _p.tries + 1}
    update = share_pictures.update().where(_p.match_id == oldest.scalar_subquery(), due).values(taken)
    row = work.execute(update.returning(_p.match_id, _p.game, _p.tries)).one_or_none()
    return None if row is None else Claim(claim_id, row.match_id, row.game, row.tries)


def finish(work: Work, held: Claim, board: bytes, moment: bytes) -> bool:
    """Write the pictures; False, and nothing is written, if they are this claim's no more."""
    done = _held(held).values(state="done", claimed_by=None, board=board, moment=moment)
    return bool(work.execute(done).rowcount)


def fail(work: Work, held: Claim, *, for_good: bool) -> None:
    """A try has failed: another process tries again, or nobody does."""
    work.execute(_held(held).values(state="failed" if for_good else "waiting", claimed_by=None))


def _held(held: Claim) -> Any:
    return share_pictures.update().where(_p.match_id == held.match, _p.claimed_by == held.id)


# --- what goes ---------------------------------------------------------------------------------------------------


def forget_ended(work: Work) -> int:
    """Delete links that have ended, and answers and pictures of matches to which none leads; returns how many links."""
    gone = int(work.execute(shares.delete().where(_s.ends_at_ms <= work.now_ms)).rowcount)
    for table in (share_answers, share_pictures):
        shared = sa.select(_s.match_id).where(_s.match_id == table.c.match_id)
        work.execute(table.delete().where(~shared.exists()))
    return gone


def collect(work: Work, account: str) -> dict[str, Any]:
    """An account's links, answers and choice, for the export of its data: of others nothing but ids."""
    links = sa.select(_s.match_id, _s.names, _s.made_at_ms, _s.ends_at_ms).where(_s.account == account)
    given = sa.select(_a.match_id, _a.asked_at_ms, _a.answer).where(_a.account == account)
    return {
        "links": [dict(row._mapping) for row in work.execute(links)],
        "answers": [dict(row._mapping) for row in work.execute(given)],
        "choice": choice_of(work, account),
    }


def forget_account(work: Work, account: str) -> None:
    """An account is erased: its links, answers and choice go, and it has asked nobody."""
    for table in (shares, share_answers, share_choices):
        work.execute(table.delete().where(table.c.account == account))
    work.execute(share_answers.update().where(_a.asked_by == account).values(asked_by=""))
