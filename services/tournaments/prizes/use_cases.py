"""Prizes of competitions by the persons behind the accounts: one for each, for established accounts, after reviews
(RULES.md §5)."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from services.contracts.tournaments.entries import PrizesPaid
from services.contracts.tournaments.events import Prize, PrizesCorrected
from services.kernel.chips import Chips
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.persons.identity import first_of_persons, may_be_one_household, may_be_same_person
from services.kernel.persons.known import Known
from services.kernel.persons.prize_reviews import after_review
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.tournaments import metrics
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.ports import Ports
from services.tournaments.prizes import prize_rows as prizes
from services.tournaments.prizes import rules as prize_rules
from services.tournaments.prizes.prize_rows import PrizeRow, State
from services.tournaments.settings import TournamentsSettings
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.game_rows import Scored
from services.tournaments.standings.rules import Standing


def give_back_connected(work: Work, one: Competition) -> None:
    """Games between accounts of one person do not count, nor those of one household where the platform adds to the
    prizes: they are given back before the standings are final."""
    belong_together = may_be_one_household if one.definition.has_house_money else may_be_same_person
    found = games.counted_of(work, one.id)
    sitting = games.players_of(work, [game.table for game in found])
    known = person_facts.read(work, {player.account for players in sitting.values() for player in players})
    for game in found:
        accounts = [player.account for player in sitting[game.table]]
        if any(belong_together(known[each].keys, known[other].keys) for each, other in combinations(accounts, 2)):
            nothing = [None] * len(accounts)
            games.score(work, Scored(game.table, game.ended_at_ms or work.now_ms, nothing))
            games.save(work, msgspec.structs.replace(game, state="returned"))
            work.after(metrics.games_ended.labels("one_household").inc)


def eligible(work: Work, settings: TournamentsSettings, one: Competition, ranked: Sequence[Standing]) -> list[Standing]:
    """Who may have a prize, in order, with the places among them: of one person the best, and where the platform adds
    to the prizes established accounts alone."""
    known = person_facts.read(work, {row.player for row in ranked})
    at_ms, min_age_ms = one.definition.ends_at_ms, settings.established_days * DAY_MS
    may_win = {
        row.player: known[row.player].keys
        for row in ranked
        if not one.definition.has_house_money
        or known[row.player].is_established(at_ms, min_age_ms, settings.prizes_need_email)
    }
    first = set(first_of_persons(may_win))
    chosen = [row for row in ranked if row.player in first]
    places: dict[int, int] = {}
    for number, row in enumerate(chosen, 1):
        places.setdefault(row.place, number)
    return [msgspec.structs.replace(row, place=places[row.place]) for row in chosen]


def rows(
    work: Work, ranked: Sequence[Standing], won: Mapping[str, Chips], before: Mapping[str, PrizeRow]
) -> list[PrizeRow]:
    """The prizes of these standings: those of players under review wait, and what was refused stays so."""
    known = person_facts.read(work, [row.player for row in ranked if won.get(row.player)])
    return [
        _row(row, won.get(row.player, 0), known.get(row.player), before.get(row.player), work.now_ms) for row in ranked
    ]


def _row(row: Standing, chips: Chips, known: Known | None, before: PrizeRow | None, now_ms: TimeMs) -> PrizeRow:
    state: State = "paid"
    if before is not None and before.chips:
        state = before.state
    elif known is not None and known.review_kinds:
        state = "review"
    since_ms = now_ms if before is None or before.state != "review" else before.since_ms
    return PrizeRow(row.player, row.place, chips, state if chips else "paid", since_ms if state == "review" else 0)


def paid(found: Mapping[str, PrizeRow]) -> dict[str, Chips]:
    """By account what has been paid or ordered."""
    return {account: row.chips for account, row in found.items() if row.state == "paid" and row.chips}


def look_after_reviews(ports: Ports) -> None:
    """Pay prizes whose winners are under review no more, give up those of sanctioned ones and those that have waited
    for too long."""
    for competition in ports.look(lambda work, _ports: prizes.competitions_in_review(work)):
        ports.run(_review, competition)


def _review(work: Work, ports: Ports, competition: str) -> None:
    one = competitions.lock(work, competition)
    if one is None or one.state != "settled" or one.paid_at_ms is None:
        return
    waiting = {account: row for account, row in prizes.find(work, one.id).items() if row.state == "review"}
    known = person_facts.read(work, waiting)
    kept_out = standing.kept_out(work, waiting)
    to_pay = []
    for account, row in sorted(waiting.items()):
        days = ports.settings.prize_review_days
        outcome = after_review(known[account], account in kept_out, row.since_ms, work.now_ms, days)
        if outcome is None:
            continue
        state: State = "paid" if outcome == "pay" else "refused"
        prizes.end_review(work, one.id, account, state)
        work.after(metrics.reviewed_prizes.labels(state).inc)
        if state == "paid":
            to_pay.append(Prize(account=account, chips=row.chips))
    after = one
    if to_pay:
        after = msgspec.structs.replace(one, revision=one.revision + 1)
        work.publish(PrizesCorrected(competition=one.id, revision=after.revision, deltas=to_pay))
    notifications.changed(work, ports, one, after)


def payout_of(work: Work, ports: Ports, one: Competition, ranked: Sequence[Standing]) -> prize_rules.Payout:
    """The prizes of these standings with the entries so far."""
    counts = entrants.count_entries(work, [one.id])[one.id]
    known = entrants.find_entrants(work, one.id, {row.player for row in ranked})
    named = {account: f"{found.name}\0{account}" for account, found in known.items()}
    rows = [Standing(named[row.player], row.place, row.points, row.margin, row.games) for row in ranked]
    first_ms = entrants.first_entries_ms(work, one.id)
    order = {named[account]: first_ms.get(account, found.entry_order) for account, found in known.items()}
    found = prize_rules.payout(one.definition, counts.entries, rows, order, one.settings(ports.settings.competition))
    account_of = {name: account for account, name in named.items()}
    return prize_rules.Payout(found.pool_chips, {account_of[name]: chips for name, chips in found.prizes.items()})


def prizes_paid(work: Work, ports: Ports, events: Sequence[PrizesPaid]) -> None:
    """Prizes, or the differences of a correction, have been paid."""
    for event in sorted(events, key=lambda each: (each.competition, each.revision)):
        one = competitions.lock(work, event.competition)
        if one is None:
            continue
        if event.shortfalls:
            detail = {"revision": event.revision, "shortfalls": event.shortfalls}
            change_log.note(work, one.id, "shortfall", detail=detail)
        if event.revision == 0 and one.paid_at_ms is None:
            change_log.note(work, one.id, "paid")
            notifications.changed(work, ports, one, msgspec.structs.replace(one, paid_at_ms=work.now_ms))
