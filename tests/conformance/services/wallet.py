"""The wallet's pure functions by name (RULES.md §12): plain JSON data in as keyword arguments, plain JSON data out.

A refusal is `{"error": code}`. Input that is missing, unknown or of the wrong JSON type is `bad_parameters`, except
where the rules name a code for it (`stake_invalid`, `amount_invalid`). Seats as keys may be numbers or text on the
way in; they are text, as JSON has it, on the way out.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from services.kernel.ages import years_of
from services.kernel.refusal import Refusal
from services.wallet import concession, corrections, house_banked, invites, ledger, limits, lottery, share
from services.wallet import rake as rakes
from services.wallet import settlement as settlements
from services.wallet.book import Book
from services.wallet.stakes import check_stake
from tests.conformance import instants
from tests.conformance.edge import edged_records

Answer = dict[str, Any]
FieldsT = TypeVar("FieldsT", bound=msgspec.Struct)

_FUNCTIONS: dict[str, tuple[type[msgspec.Struct], Callable[[Any], Any]]] = {}
"""Name → the type of its fields, and the function."""

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Instant = int | str


class _Fields(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a calculation."""


def _calculation(
    name: str, fields: type[FieldsT]
) -> Callable[[Callable[[FieldsT], Answer | Refusal]], Callable[[FieldsT], Answer | Refusal]]:
    """Register a function under the name of the rules; it gets its fields checked, and may refuse."""

    def register(compute: Callable[[FieldsT], Answer | Refusal]) -> Callable[[FieldsT], Answer | Refusal]:
        _FUNCTIONS[name] = (fields, compute)
        return compute

    return register


def _by_seat(chips: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in sorted(chips.items())}


# --- matches -----------------------------------------------------------------------------------------------------


class _Rake(_Fields, frozen=True, kw_only=True):
    stake: Any = None


@_calculation("rake", _Rake)
def _rake(asked: _Rake) -> Answer | Refusal:
    if refusal := check_stake(asked.stake):
        return refusal
    return {"rate_bps": rakes.rate_bps(asked.stake), "rake": rakes.rake(asked.stake)}


class _Won(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    reason: str = ""


_ResultField = _Won | Literal["tie", "void"] | None


class _Match(_Fields, frozen=True, kw_only=True):
    policy: str
    sides: tuple[tuple[int, ...], ...]
    stake: Any = None
    departed: tuple[int, ...] = ()
    first_round_done: bool | None = None


class _Settle(_Match, frozen=True, kw_only=True):
    result: _ResultField


def _terms(asked: _Match) -> settlements.Terms | Refusal:
    refusal = check_stake(asked.stake, free_allowed=True)
    return refusal or settlements.Terms(asked.policy, asked.stake, asked.sides)


def _ending(asked: _Match, result: _ResultField) -> settlements.Ending:
    """A `rating_tiebreak` between two sides is a tie for chips, whomever it names."""
    named = isinstance(result, _Won) and result.reason == "rating_tiebreak" and len(asked.sides) == 2
    plain = "tie" if named else result.winners if isinstance(result, _Won) else result
    return settlements.Ending(plain, asked.departed, asked.first_round_done)


@_calculation("settle", _Settle)
def _settle(asked: _Settle) -> Answer | Refusal:
    terms = _terms(asked)
    settled = terms if isinstance(terms, Refusal) else settlements.settle(terms, _ending(asked, asked.result))
    if isinstance(settled, Refusal):
        return settled
    return {"outcome": settled.outcome, "payouts": _by_seat(settled.payouts), "rake": settled.rake_chips}


class _Settled(msgspec.Struct, frozen=True):
    payouts: dict[int, int]
    rake: int


class _Correct(_Match, frozen=True, kw_only=True):
    settled: _Settled
    new_result: _ResultField
    balances: dict[int, Natural]


@_calculation("correct", _Correct)
def _correct(asked: _Correct) -> Answer | Refusal:
    terms = _terms(asked)
    if isinstance(terms, Refusal):
        return terms
    last = settlements.Settlement("won", asked.settled.payouts, asked.settled.rake)
    correction = corrections.correct(terms, _ending(asked, asked.new_result), last, asked.balances)
    if isinstance(correction, Refusal):
        return correction
    return {
        "payouts": _by_seat(correction.settlement.payouts),
        "rake": correction.settlement.rake_chips,
        "deltas": _by_seat(correction.deltas),
        "rake_delta": correction.rake_delta_chips,
        "shortfalls": _by_seat(correction.shortfalls),
    }


class _ConcessionScore(_Fields, frozen=True, kw_only=True):
    target: Positive
    points_of_stayer: Natural


@_calculation("concession_score", _ConcessionScore)
def _concession_score(asked: _ConcessionScore) -> Answer:
    return {"recorded_points": concession.recorded_points(asked.target, asked.points_of_stayer)}


# --- the ledger --------------------------------------------------------------------------------------------------


class _Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    kind: str
    amount: Any = None


class _Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    idem: str
    transfers: tuple[_Transfer, ...]


class _Post(_Fields, frozen=True, kw_only=True):
    balances: dict[str, int]
    batches: Sequence[Any]


@_calculation("post", _Post)
def _post(asked: _Post) -> Answer:
    book = Book(asked.balances)
    return {"results": [_post_one(book, raw) for raw in asked.batches], "balances": book.balances}


def _post_one(book: Book, raw: Any) -> str:
    try:
        given = msgspec.convert(raw, _Batch)
    except msgspec.ValidationError:
        return "bad_parameters"
    transfers = (ledger.Transfer(each.source, each.target, each.amount, each.kind) for each in given.transfers)
    posted = book.post(ledger.Batch(given.idem, tuple(transfers)))
    return posted.error if isinstance(posted, Refusal) else posted


# --- games of chance ---------------------------------------------------------------------------------------------


class _Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pays: tuple[Natural, Positive]
    result: Literal["win", "push", "lose"]
    kind: Literal["main", "side"] | None = None
    stake: Any = None


class _HouseRound(_Fields, frozen=True, kw_only=True):
    bets: tuple[_Bet, ...]


@_calculation("house_round", _HouseRound)
def _house_round(asked: _HouseRound) -> Answer | Refusal:
    bets = [house_banked.Bet(bet.stake, *bet.pays, bet.result, bet.kind) for bet in asked.bets]
    if refusal := house_banked.check_bets(bets):
        return refusal
    credited = sum(map(house_banked.credited_chips, bets))
    return {"credited": credited, "net": credited - sum(bet.stake_chips for bet in bets)}


class _Lottery(_Fields, frozen=True, kw_only=True):
    lottery: str
    draw: Annotated[int, msgspec.Meta(ge=0, lt=lottery.DRAWS)]


@_calculation("lottery", _Lottery)
def _lottery(asked: _Lottery) -> Answer | Refusal:
    prize = lottery.prize_chips(asked.lottery, asked.draw)
    return prize if isinstance(prize, Refusal) else {"prize": prize}


class _FreeTicket(_Fields, frozen=True, kw_only=True):
    last_claim_at: Instant | None
    now: Instant


@_calculation("free_ticket", _FreeTicket)
def _free_ticket(asked: _FreeTicket) -> Answer:
    now_ms = instants.read(asked.now)
    if asked.last_claim_at is None:
        return {"allowed": True}
    refusal = lottery.check_free_ticket(instants.read(asked.last_claim_at), now_ms)
    if refusal is None:
        return {"allowed": True}
    ready_at = instants.write(refusal.detail["ready_at_ms"], asked.last_claim_at)
    return {"error": refusal.error, "ready_at": ready_at}


# --- invitations -------------------------------------------------------------------------------------------------


class _Invite(_Fields, frozen=True, kw_only=True):
    code_known: bool
    same_device: bool | None = None
    same_email: bool | None = None
    rewarded_today: Natural | None = None
    rewarded_month: Natural | None = None
    inviter_state: str | None = None


@_calculation("invite", _Invite)
def _invite(asked: _Invite) -> Answer:
    """Of an unknown code nothing else is known; otherwise every field must be there."""
    fields = msgspec.structs.asdict(asked)
    known = {name: value for name, value in fields.items() if value is not None}
    if asked.code_known and len(known) < len(fields):
        raise msgspec.ValidationError("a field is missing")
    given = known | {"inviter_state": known.get("inviter_state", "active").replace("-", "_")}
    reward = invites.reward(msgspec.convert(given, invites.Invite))
    return {"inviter": reward.inviter_chips, "invitee": reward.invitee_chips, "invite_result": reward.result}


class _ShareLink(_Fields, frozen=True, kw_only=True):
    host: str
    code: str
    channel: str
    text: str = ""
    subject: str = ""


@_calculation("share_link", _ShareLink)
def _share_link(asked: _ShareLink) -> Answer | Refusal:
    url = share.share_link(asked.host, asked.code, asked.channel, asked.text, asked.subject)
    return url if isinstance(url, Refusal) else {"url": url}


# --- responsible gaming ------------------------------------------------------------------------------------------


class _Age(_Fields, frozen=True, kw_only=True):
    birth_date: date
    today: date


@_calculation("age", _Age)
def _age(asked: _Age) -> Answer | Refusal:
    if asked.today < asked.birth_date:
        return Refusal("bad_parameters")
    return {"years": years_of(asked.birth_date, asked.today)}


class _LimitChange(_Fields, frozen=True, kw_only=True):
    old: Natural | None
    new: Natural | None
    at: Instant


@_calculation("limit_change", _LimitChange)
def _limit_change(asked: _LimitChange) -> Answer:
    effective_ms = limits.effective_at_ms(asked.old, asked.new, instants.read(asked.at))
    return {"effective_at": instants.write(effective_ms, asked.at)}


class _LossCheck(_Fields, frozen=True, kw_only=True):
    limit: Natural | None
    put_in: Natural
    returned: Natural
    amount: Natural


@_calculation("loss_check", _LossCheck)
def _loss_check(asked: _LossCheck) -> Answer | Refusal:
    return limits.check_loss(asked.limit, asked.put_in, asked.returned, asked.amount) or {"allowed": True}


CALCULATIONS = edged_records(_FUNCTIONS)
"""Name → function."""
