"""Gives the cards that matches have earned, and the suspensions that they complete, in one step (RULES.md §1, §4)."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from services.contracts.moderation.conduct import CardsChanged
from services.contracts.tables.commands import Expel
from services.contracts.tables.events import CardEarned
from services.kernel.clock import TimeMs
from services.kernel.ids import new_id
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import SYSTEM, Entry, Record
from services.moderation.cards.rules import Active, CardSettings, Given, apply_card, is_expired
from services.moderation.sanctions import account_status, sanction_rows
from services.moderation.sanctions.sanction_rows import Card, Held
from services.moderation.sanctions.suspensions import Suspension, queue_ends_ms
from services.platform.database.unit_of_work import Work

REMOVED_BY_CARDS = "cards"
"""The reason with which a table removes its player: all at the table have seen the cards."""


class Unknown(Exception):
    """A card of a colour that matches do not earn; its event waits for an operator."""


def give_earned(work: Work, settings: CardSettings, events: Sequence[CardEarned]) -> None:
    """Give each earned card in the order in which they were earned, by the state at that moment, however late it is
    received; the changes of each account are published once.

    Raises:
        Unknown: a card of no such colour.
    """
    audit_rows.lock_conduct(work)
    for event in sorted(events, key=lambda each: (each.earned_at_ms, each.seq)):
        _give(work, settings, event)


def _give(work: Work, settings: CardSettings, event: CardEarned) -> None:
    if event.colour not in ("yellow", "blue"):
        raise Unknown(event.colour)
    card = Card(
        id=new_id(),
        account=event.account,
        colour=event.colour,  # type: ignore[arg-type]  # just checked
        reason=event.reason,
        at_ms=event.earned_at_ms,
        match=event.match,
        hand=event.hand,
        seq=event.seq,
    )
    held = sanction_rows.held_cards(work, card.account)
    running = sanction_rows.suspensions_of(work, card.account, card.at_ms)
    completed_ms, counted, before, given = _apply(card, held, running, settings)
    sanction_rows.add_card(work, card)
    entry = append_audit(work, _record(card, before, given))
    metrics.cards.labels(card.colour, card.reason).inc()
    if given.suspension is not None:
        consumed = [*counted, card.id]
        kept, entry = _suspend(work, event, card, given.suspension, completed_ms)
        sanction_rows.consume_cards(work, consumed[: given.consumed], kept.id)
    active = msgspec.structs.asdict(given.active)
    work.publish(CardsChanged(account=card.account, seq=entry.seq, cards=active | {"red": 0}))


def _apply(
    card: Card, held: Sequence[Held], running: Sequence[Suspension], settings: CardSettings
) -> tuple[TimeMs, list[str], Active, Given]:
    """The first moment at which this card and others complete a suspension, by the times at which they were earned and
    expire; if they complete none, the last one at which this card counts. The moment, the ids of the other cards of
    its colour that count then, the active cards without it, and its effect."""
    own = [each for each in held if each.colour == card.colour]
    later = sorted({each.at_ms for each in own if each.at_ms > card.at_ms})
    for at_ms in [card.at_ms, *later]:
        if is_expired(card.at_ms, at_ms, settings):
            break
        alive = [each for each in held if not is_expired(each.at_ms, at_ms, settings)]
        counted = [each.id for each in alive if each.colour == card.colour and each.at_ms <= at_ms]
        active = Counter(each.colour for each in alive)
        active[card.colour] = len(counted)
        before = Active(active["yellow"], active["blue"])
        given = apply_card(before, card.colour, at_ms, queue_ends_ms(running, at_ms), card.reason, settings)
        found = at_ms, counted, before, given
        if given.suspension is not None:
            break
    return found


def _suspend(
    work: Work, event: CardEarned, card: Card, suspension: Suspension, completed_ms: TimeMs
) -> tuple[Suspension, Entry]:
    """Store a suspension that begins with the card that completes it, by the time at which it was earned: the table
    where that was removes the player as of that moment, and the lobby ends the session."""
    decided = Record(completed_ms, SYSTEM, "", "suspend", card.account)
    kept, entry = account_status.suspend(
        work, card.account, suspension, decided, card.colour, expelled_from=event.table
    )
    work.send(event.reply_to, Expel(event.table, work.trace_of(event), card.at_ms, card.account, REMOVED_BY_CARDS))
    return kept, entry


def _record(card: Card, before: Active, given: Given) -> Record:
    reason = f"{card.colour}: {card.reason}"
    return Record(card.at_ms, SYSTEM, "", "card", card.account, card.id, reason, before, given.active)
