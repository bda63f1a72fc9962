"""The wallet's pure functions by name (RULES.md §12): plain JSON data in as keyword arguments, plain JSON data out.

A refusal is `{"error": code}`. Input that is missing, unknown or of the wrong JSON type is `bad_parameters`, except
where the rules name a code for it (`stake_invalid`, `amount_invalid`). Seats as keys may be numbers or text on the
way in; they are text, as JSON has it, on the way out.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from games.tavli.match import conceded
from services.kernel.persons.ages import years_of
from services.kernel.refusal import Refusal
from services.wallet.corrections import rules as corrections
from services.wallet.invitations import rules as invites
from services.wallet.ledger import double_entry as ledger
from services.wallet.limits import rules as limits
from services.wallet.lotteries import rules as lotteries
from services.wallet.rounds import rules as house_banked
from services.wallet.stakes import rules as rakes
from services.wallet.stakes import settlement as settlements
from services.wallet.stakes.rules import check_stake
from tests.conformance import instants
from tests.conformance.edge import as_calculations
from tests.conformance.forms import Refused, must, unwrap
from tests.conformance.services.ledger_in_memory import Book

Answer = dict[str, Any]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Instant = int | str
Sides = tuple[tuple[int, ...], ...]
Seats = tuple[int, ...]


def _allowed(refusal: Refusal | None) -> None:
    """Stops the calculation at a refusal."""
    if refusal is not None:
        raise Refused(refusal.error)


def _by_seat(chips: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in sorted(chips.items())}


# --- matches -----------------------------------------------------------------------------------------------------


class Won(msgspec.Struct, frozen=True):
    """A result with winners."""

    winners: Seats
    reason: str = ""


class Settled(msgspec.Struct, frozen=True):
    """What a settlement has paid."""

    payouts: dict[int, int]
    rake: int


Result = Won | Literal["tie", "void"] | None


def rake(stake: Any = None) -> Answer:
    """`rate_bps` and `rake` of a stake."""
    _allowed(check_stake(stake))
    return {"rate_bps": rakes.rate_bps(stake), "rake": rakes.rake(stake)}


def settle(
    policy: str,
    sides: Sides,
    result: Result,
    stake: Any = None,
    departed: Seats = (),
    first_round_done: bool | None = None,
) -> Answer:
    """`outcome`, `payouts` by seat and `rake` of a match."""
    _allowed(check_stake(stake, free_allowed=True))
    ending = _ending(sides, result, departed, first_round_done)
    settled = unwrap(settlements.settle(settlements.Terms(policy, stake, sides), ending))
    return {"outcome": settled.outcome, "payouts": _by_seat(settled.payouts), "rake": settled.rake_chips}


def correct(
    policy: str,
    sides: Sides,
    settled: Settled,
    new_result: Result,
    balances: dict[int, Natural],
    stake: Any = None,
    departed: Seats = (),
    first_round_done: bool | None = None,
) -> Answer:
    """The settlement by another result: `payouts`, `rake`, what changes, and what balances lack (`shortfalls`)."""
    _allowed(check_stake(stake, free_allowed=True))
    last = settlements.Settlement("won", settled.payouts, settled.rake)
    ending = _ending(sides, new_result, departed, first_round_done)
    found = unwrap(corrections.correct(settlements.Terms(policy, stake, sides), ending, last, balances))
    return {
        "payouts": _by_seat(found.settlement.payouts),
        "rake": found.settlement.rake_chips,
        "deltas": _by_seat(found.deltas),
        "rake_delta": found.rake_delta_chips,
        "shortfalls": _by_seat(found.shortfalls),
    }


def _ending(sides: Sides, result: Result, departed: Seats, first_round_done: bool | None) -> settlements.Ending:
    """A `rating_tiebreak` between two sides is a tie for chips, whomever it names."""
    named = isinstance(result, Won) and result.reason == "rating_tiebreak" and len(sides) == 2
    plain = "tie" if named else result.winners if isinstance(result, Won) else result
    return settlements.Ending(plain, departed, first_round_done)


def concession_score(target: Positive, points_of_stayer: Natural) -> Answer:
    """`recorded_points` of a match that was conceded."""
    points, _ = conceded((points_of_stayer, 0), 0, target)
    return {"recorded_points": points}


# --- the ledger --------------------------------------------------------------------------------------------------


class _Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    kind: str
    amount: Any = None


class _Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    idem: str
    transfers: tuple[_Transfer, ...]


def post(balances: dict[str, int], batches: Sequence[Any]) -> Answer:
    """`results` of batches of transfers one after the other, and the `balances` after them."""
    book = Book(balances)
    return {"results": [_post_one(book, raw) for raw in batches], "balances": book.balances}


def _post_one(book: Book, raw: Any) -> str:
    try:
        given = msgspec.convert(raw, _Batch)
    except msgspec.ValidationError:
        return "bad_parameters"
    transfers = (ledger.Transfer(each.source, each.target, each.amount, each.kind) for each in given.transfers)
    posted = book.post(ledger.Batch(given.idem, tuple(transfers)))
    return posted.error if isinstance(posted, Refusal) else posted


# --- games of chance ---------------------------------------------------------------------------------------------


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet of a round and what became of it."""

    pays: tuple[Natural, Positive]
    result: Literal["win", "push", "lose"]
    kind: Literal["main", "side"] | None = None
    stake: Any = None


def credited_chips(bet: house_banked.Bet) -> int:
    """What a bet gives back, the stake included; each bet is rounded down by itself."""
    match bet.result:
        case "win":
            return bet.stake_chips + bet.stake_chips * bet.num // bet.den
        case "push":
            return bet.stake_chips
        case "lose":
            return 0


def house_round(bets: tuple[Bet, ...]) -> Answer:
    """`credited` and `net` of a player's bets."""
    read = [house_banked.Bet(bet.stake, *bet.pays, bet.result, bet.kind) for bet in bets]
    _allowed(house_banked.check_bets(read))
    credited = sum(map(credited_chips, read))
    return {"credited": credited, "net": credited - sum(bet.stake_chips for bet in read)}


def lottery(lottery: str, draw: Annotated[int, msgspec.Meta(ge=0, lt=lotteries.DRAWS)]) -> Answer:
    """`prize` of a draw."""
    return {"prize": unwrap(lotteries.prize_chips(lottery, draw))}


def free_ticket(last_claim_at: Instant | None, now: Instant) -> Answer:
    """`allowed`, or the refusal with `ready_at`."""
    now_ms = instants.read(now)
    refusal = None if last_claim_at is None else lotteries.check_free_ticket(instants.read(last_claim_at), now_ms)
    if refusal is None or last_claim_at is None:
        return {"allowed": True}
    return {"error": refusal.error, "ready_at": instants.write(refusal.detail["ready_at_ms"], last_claim_at)}


# --- invitations -------------------------------------------------------------------------------------------------


def invite(
    code_known: bool,
    same_device: bool | None = None,
    same_email: bool | None = None,
    rewarded_today: Natural | None = None,
    rewarded_month: Natural | None = None,
    inviter_state: str | None = None,
) -> Answer:
    """What an invitation brings. Of an unknown code nothing else is known; otherwise every field must be there."""
    known = (same_device, same_email, rewarded_today, rewarded_month, inviter_state)
    must(not code_known or None not in known, "a field is missing")
    state = "active" if inviter_state is None else inviter_state.replace("-", "_")
    inviter = msgspec.convert(state, invites.InviterState)
    found = (code_known, bool(same_device), bool(same_email), rewarded_today or 0, rewarded_month or 0, inviter)
    reward = invites.reward(invites.Invite(*found))
    return {"inviter": reward.inviter_chips, "invitee": reward.invitee_chips, "invite_result": reward.result}


def share_link(host: str, code: str, channel: str, text: str = "", subject: str = "") -> Answer:
    """`url` of an invitation for a channel."""
    return {"url": unwrap(invites.share_link(host, code, channel, text, subject))}


# --- responsible gaming ------------------------------------------------------------------------------------------


def age(birth_date: date, today: date) -> Answer:
    """`years` of age on a day."""
    must(today >= birth_date, "birth_date")
    return {"years": years_of(birth_date, today)}


def limit_change(old: Natural | None, new: Natural | None, at: Instant) -> Answer:
    """`effective_at`: from when a changed limit holds."""
    return {"effective_at": instants.write(limits.effective_at_ms(old, new, instants.read(at)), at)}


def loss_check(limit: Natural | None, put_in: Natural, returned: Natural, amount: Natural) -> Answer:
    """`allowed`, where a stake stays below the limit of losses."""
    _allowed(limits.check_loss(limit, put_in, returned, amount))
    return {"allowed": True}


_OF_CHIPS = rake, settle, correct, concession_score, post, house_round, lottery, free_ticket
CALCULATIONS = as_calculations((*_OF_CHIPS, invite, share_link, age, limit_change, loss_check))
"""By the names of RULES.md §12."""
