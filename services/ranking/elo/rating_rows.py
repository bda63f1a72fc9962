"""Ratings and rated matches: how they are read, locked and written together."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from services.contracts.ranking.ratings import Rating, RatingChange
from services.contracts.wallet.events import MatchCorrected
from services.kernel.persons.known import Known
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.platform.process.json import encode_text
from services.ranking.elo.audit_and_friendly_rows import friendly_met
from services.ranking.elo.match_effects import BoardEffect, Effects
from services.ranking.elo.match_ratings import Inputs
from services.ranking.schema import friendly_pairs, people, rated_matches, ratings


class RatedMatch(msgspec.Struct, frozen=True):
    """A match that has been rated."""

    match: str
    inputs: Inputs
    changes: list[RatingChange]
    effects: Effects = Effects()


class KnownMatch(msgspec.Struct, frozen=True):
    """A match as it counts now. `inputs` None: only its correction is known, which was received first."""

    match: str
    inputs: Inputs | None
    changes: list[RatingChange]
    revision: int
    correction: MatchCorrected | None
    effects: Effects = Effects()

    @property
    def accounts(self) -> list[str]:
        """Everybody who played, as far as that is known."""
        return [] if self.inputs is None else [player.account for side in self.inputs.sides for player in side]


def read_ratings(work: Work, accounts: Iterable[str]) -> dict[str, Rating]:
    """The ratings of those of these accounts that have one."""
    return _ratings(bulk_rows.find(work, ratings, "account", set(accounts)))


class Read(NamedTuple):
    """What a company of matches finds: ratings, which are locked, matches that are known, rows of `people`, persons,
    and how many friendly matches have been rated."""

    ratings: dict[str, Rating]
    matches: dict[str, KnownMatch]
    people: dict[str, Any]
    persons: dict[str, Known]
    friendly: dict[str, int]


class Asked(NamedTuple):
    """What it asks for: accounts whose ratings move, matches, all players, friendly pairs (`audits.day_pair`)."""

    moved: Collection[str]
    matches: Collection[str]
    players: Collection[str]
    day_pairs: Collection[str]


def lock_and_read(work: Work, asked: Asked, start: int) -> Read:
    """`lock_ratings`, and after it everything else by one message: what was rated by somebody else until we had the
    lock is seen."""
    found, known, rows, persons, keys, friendly = bulk_rows.find_all(
        work,
        bulk_rows.Wanted(ratings, "account", asked.moved, lock=True),
        bulk_rows.Wanted(rated_matches, "match_id", asked.matches),
        bulk_rows.Wanted(people, "account", asked.players),
        *person_facts.wanted(asked.players),
        bulk_rows.Wanted(friendly_pairs, "day_pair", asked.day_pairs),
    )
    locked = _ratings(found)
    known_rows = {row.match_id: _known(row) for row in known}
    met = {row.day_pair: row.matches for row in friendly}
    if len(locked) < len(set(asked.moved)):
        locked, known_rows = lock_ratings(work, asked.moved, start), known_matches(work, asked.matches)
        met = friendly_met(work, asked.day_pairs)
    return Read(locked, known_rows, {row.account: row for row in rows}, person_facts.of_rows(persons, keys), met)


def lock_ratings(work: Work, accounts: Collection[str], start: int) -> dict[str, Rating]:
    """The ratings of all these accounts; nobody else changes them until we commit.

    Everybody locks in the order of accounts. An account without a rating gets `start`, to have something to lock.
    """
    found = _ratings(bulk_rows.find(work, ratings, "account", accounts, lock=True))
    missing = sorted(set(accounts) - found.keys())
    if missing:
        first = {"rating": start, "games": 0, "peak": start, "updated_at_ms": work.now_ms}
        bulk_rows.insert_missing_later(work, ratings, [{"account": account} | first for account in missing])
        found |= _ratings(bulk_rows.find(work, ratings, "account", missing, lock=True))
    return found


def _ratings(found: Iterable[Any]) -> dict[str, Rating]:
    return {
        row.account: Rating(account=row.account, rating=row.rating, games=row.games, peak=row.peak, seq=row.seq)
        for row in found
    }


def write_ratings(work: Work, changed: Mapping[str, Rating]) -> None:
    """Write locked ratings."""
    new = [
        {
            "account": each.account,
            "rating": each.rating,
            "games": each.games,
            "peak": each.peak,
            "updated_at_ms": work.now_ms,
            "seq": each.seq,
        }
        for each in changed.values()
    ]
    bulk_rows.update_later(work, ratings, "account", new)


def matches_of(work: Work, account: str) -> list[tuple[str, int, list[RatingChange]]]:
    """The rated matches that moved an account's rating: id, time, changes of everybody."""
    named = rated_matches.c.changes.contains(account, autoescape=True)
    rows_ = work.execute(sa.select(rated_matches).where(named).order_by(rated_matches.c.at_ms))
    return [(row.match_id, row.at_ms, msgspec.json.decode(row.changes, type=list[RatingChange])) for row in rows_]


def erase(work: Work, account: str) -> None:
    """An account that is gone has no rating; what its matches did to others stays under its id."""
    work.execute(ratings.delete().where(ratings.c.account == account))


def known_matches(work: Work, matches: Collection[str]) -> dict[str, KnownMatch]:
    """Those of these matches that have been rated or corrected."""
    return {row.match_id: _known(row) for row in bulk_rows.find(work, rated_matches, "match_id", matches)}


def lock_match(work: Work, match: str) -> KnownMatch:
    """A match that was corrected, ours until the end of the transaction; one that is not known gets its mark, so that
    whoever rates it later meets the correction."""
    mark = {"match_id": match, "inputs": "null", "changes": "[]", "at_ms": work.now_ms}
    bulk_rows.insert_missing_later(work, rated_matches, [mark])
    return _known(bulk_rows.find(work, rated_matches, "match_id", [match], lock=True)[0])


def _known(row: Any) -> KnownMatch:
    return KnownMatch(
        match=row.match_id,
        inputs=msgspec.json.decode(row.inputs, type=Inputs | None),
        changes=msgspec.json.decode(row.corrected or row.changes, type=list[RatingChange]),
        revision=row.revision,
        correction=msgspec.json.decode(row.correction, type=MatchCorrected) if row.correction else None,
        effects=msgspec.json.decode(row.effects, type=Effects) if row.effects else Effects(),
    )


def write_correction(
    work: Work, news: MatchCorrected, changes: list[RatingChange] | None, effects: Effects | None = None
) -> None:
    """The newest correction of a locked match, and what the match does by it; None: it has not been rated yet."""
    values: dict[str, Any] = {"revision": news.revision, "correction": encode_text(news)}
    if changes is not None:
        values["corrected"] = encode_text(changes)
    if effects is not None:
        values["effects"] = encode_text(effects)
    work.execute(rated_matches.update().where(rated_matches.c.match_id == news.match).values(values))


def write_board_effects(work: Work, match: str, effects: Effects, left: tuple[BoardEffect, ...]) -> None:
    """What a locked match does to boards from now on."""
    write_unrated(work, match, msgspec.structs.replace(effects, boards=left), None)


def write_unrated(work: Work, match: str, effects: Effects, changes: list[RatingChange] | None) -> None:
    """What a locked match does from now on, and to ratings if that is something else."""
    values = {"effects": encode_text(effects)}
    if changes is not None:
        values["corrected"] = encode_text(changes)
    work.execute(rated_matches.update().where(rated_matches.c.match_id == match).values(values))


def complete_matches(work: Work, rated: Collection[RatedMatch]) -> None:
    """Rated matches whose correction was received first: their marks become rows like all others."""
    for each in rated:
        values = {
            "inputs": encode_text(each.inputs),
            "changes": encode_text(each.changes),
            "at_ms": work.now_ms,
            "effects": encode_text(each.effects),
        }
        work.execute(rated_matches.update().where(rated_matches.c.match_id == each.match).values(values))


def write_matches(work: Work, rated: Collection[RatedMatch]) -> None:
    """Keep rated matches for ever."""
    new = [
        {
            "match_id": each.match,
            "inputs": encode_text(each.inputs),
            "changes": encode_text(each.changes),
            "at_ms": work.now_ms,
            "effects": encode_text(each.effects),
        }
        for each in rated
    ]
    bulk_rows.insert_later(work, rated_matches, new)
