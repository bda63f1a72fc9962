"""Orders of operators from the console (services/moderation/RULES.md §13).

Moderation checks the role and the reason, writes the order into the audit log and publishes it in the same transaction;
the service that owns the matter carries the order out, once, and reports the outcome.
"""

import re
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Event, Message, Request, wire_name
from services.contracts.ranking.boards import BoardDefinition
from services.contracts.staff_roles import OPERATORS, OVERSEERS
from services.kernel.operator_settings import GOODS_MAX, PRIZES_MAX, WORD_LENGTH_MAX, WORDS_MAX, Kind

A = TypeVar("A")
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern="^[!-~]+$")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000_000)]
Text = Annotated[str, msgspec.Meta(max_length=2_000)]
Word = Annotated[str, msgspec.Meta(max_length=WORD_LENGTH_MAX)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Row = Annotated[list[Number], msgspec.Meta(max_length=2)]
Prizes = Annotated[list[Row], msgspec.Meta(max_length=PRIZES_MAX)]
Sold = Number | Annotated[dict[Word, Number | Prizes], msgspec.Meta(max_length=2)]
"""A price in chips; `chips` and `price_cents` of a pack; `price_chips` and `rows` of `[draws, prize]` of a lottery."""
SettingValue = (
    Number
    | Word
    | Annotated[list[Number | Word | Row], msgspec.Meta(max_length=WORDS_MAX)]
    | Annotated[dict[Word, Sold], msgspec.Meta(max_length=GOODS_MAX)]
)
"""A number, a word or line of text, a list of words, a list of numbers, rows of two numbers, or what the shop sells by
name."""
SEATS_MAX = 6
LISTED_MAX = 100


# --- what can be ordered ---------------------------------------------------------------------------------------------


def _kind(class_name: str) -> str:
    """`CorrectMatch` → `correct_match`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Operation(Message, frozen=True, kw_only=True, tag_field="kind", tag=_kind):
    """The content of an order; `kind` names what is ordered."""


class CorrectMatch(Operation, frozen=True, kw_only=True):
    """Replace the result of a match that has ended: the winning seats, `tie` or `void`. `departed`: seats that left for
    good, in order; `first_round_done`: by the first departure. `accounts`: who sat where, which the gateway adds.
    `seen_revision`: how many corrections of the match whoever orders this has seen; null: that is not looked at.

    Refused with `match_unknown`, `correction_window_closed`, `not_correctable`, `bad_parameters`, `correction_empty`
    (it is the result that counts), `correction_outdated` (somebody has corrected it meanwhile).
    """

    match: Name
    result: Annotated[list[Seat], msgspec.Meta(min_length=1, max_length=SEATS_MAX)] | Literal["tie", "void"]
    departed: Annotated[list[Seat], msgspec.Meta(max_length=SEATS_MAX)] = []
    first_round_done: bool | None = None
    own_mistake: bool = False
    seen_revision: Number | None = None
    accounts: Annotated[list[Name], msgspec.Meta(max_length=SEATS_MAX)] = []


class CorrectRound(Operation, frozen=True, kw_only=True):
    """Correct the payment of a round of a house-banked table: `credited`, account → chips with the stake; null: the
    round is void and every bet goes back. Refused with `round_unknown`, `correction_window_closed`,
    `bad_parameters`, `correction_empty` (it is what counts)."""

    round: Name
    credited: Annotated[dict[Name, Chips], msgspec.Meta(max_length=100)] | None = None


class AnnulMatch(Operation, frozen=True, kw_only=True):
    """End the match that runs at a table without a result. Refused with `table_unknown`, `match_over`."""

    table: Name


class AnnulRound(Operation, frozen=True, kw_only=True):
    """Give the bets of a round back that is not paid yet. Refused with `table_unknown`, `match_over`,
    `not_house_banked`."""

    table: Name
    number: Annotated[int, msgspec.Meta(ge=1, le=2**31)]
    damaged_shoe: bool = False


class TakeBack(Operation, frozen=True, kw_only=True):
    """Take back a reward; `reference`: the batch that gave it. Refused with `batch_unknown`, `not_correctable`,
    `already_taken_back`."""

    reference: Name


class PostTerms(Operation, frozen=True, kw_only=True):
    """Post the next version of the terms and rules; what it changes, in the operators' languages
    (services/lobby/RULES.md §1). Refused with `bad_request`."""

    el: Text
    en: Text
    es: Text


class SaveBoard(Operation, frozen=True, kw_only=True):
    """Define a leaderboard, or change one; `fresh`: a new one, which changes none. Refused with `board_invalid`,
    `board_taken` (a new one with the id of another, or the title of another), `board_frozen`."""

    definition: BoardDefinition
    fresh: bool = False


class CloseBoard(Operation, frozen=True, kw_only=True):
    """Close a period of a leaderboard. `title`: of a board of its own as it was then, which the gateway adds. Refused
    with `board_unknown`, `board_not_closed`."""

    board: Name
    period: Name
    title: Annotated[str, msgspec.Meta(max_length=240)] = ""


class ChangeSetting(Operation, frozen=True, kw_only=True):
    """Give a setting another value, of the setting's kind. Refused at once with `setting_unknown`, `setting_invalid`;
    by the service that owns it with `setting_invalid`, `rake_steps_invalid`, `lottery_table_invalid` (it does not fit
    the other settings) or `setting_outdated` (a newer order was quicker)."""

    name: Name
    value: SettingValue


AnyOperation = (
    CorrectMatch
    | CorrectRound
    | AnnulMatch
    | AnnulRound
    | TakeBack
    | PostTerms
    | SaveBoard
    | CloseBoard
    | ChangeSetting
)
OrderState = Literal["placed", "done", "refused"]


# --- asked of moderation ---------------------------------------------------------------------------------------------


class OfModeration(Request[A], frozen=True, kw_only=True):
    """A request to moderation; `account` is who asks."""

    account: str


class Order(Message, frozen=True, kw_only=True):
    """An order and what came of it; `placed`: its service has not answered yet. `error`: why it was refused."""

    id: str
    by: str
    reason: str
    operation: AnyOperation
    at_ms: int
    state: OrderState = "placed"
    error: str | None = None
    detail: Any = None
    answered_at_ms: int | None = None


class Orders(Message, frozen=True):
    """Orders, newest first."""

    orders: list[Order]


class PlaceOrder(OfModeration[Order], frozen=True, kw_only=True):
    """Order something; `id` is the sender's: sent twice, it is one order."""

    answer: ClassVar[type] = Order
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden", "reason_required", "idempotency_conflict", "setting_unknown", "setting_invalid")
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
    reason: str
    operation: AnyOperation


class ListOrders(OfModeration[Orders], frozen=True, kw_only=True):
    """The newest 100 orders."""

    answer: ClassVar[type] = Orders
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden",)


class GetOrder(OfModeration[Order], frozen=True, kw_only=True):
    """An order and its outcome."""

    answer: ClassVar[type] = Order
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden", "order_unknown")
    order: Name


class Setting(Message, frozen=True, kw_only=True):
    """A setting that can be changed while the platform runs. `usual`: its value unless an operator changes it. `min`
    and `max` bound a number, or the length of a text or list; `choices` are the words of a choice."""

    name: str
    service: str = "moderation"
    kind: Kind = "number"
    value: SettingValue
    usual: SettingValue
    min: int = 0
    max: int = 0
    choices: list[str] = []


class Settings(Message, frozen=True):
    """Settings by name."""

    settings: list[Setting]


class ListSettings(OfModeration[Settings], frozen=True, kw_only=True):
    """The settings that can be changed."""

    answer: ClassVar[type] = Settings
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden",)


# --- events ----------------------------------------------------------------------------------------------------------


class OrderPlaced(Event, frozen=True, kw_only=True):
    """An order for whoever owns the matter; consumers choose by the kind of its operation."""

    order: str
    by: str
    reason: str
    operation: AnyOperation
    seq: int = 0
    """The order's number in the audit log: of two orders about the same setting the greater is newer."""

    def key(self) -> str:
        """The kind of the operation."""
        return wire_name(type(self.operation))


class OrderAnswered(Event, frozen=True, kw_only=True):
    """A service has carried an order out, or refuses it (`error`). Of two answers `done` counts."""

    answered_by: ClassVar[str] = "orders"
    order: str
    error: str | None = None
    detail: Any = None


class SettingChanged(Event, frozen=True, kw_only=True):
    """An operator has given a setting another value. Of two the one with the greater `seq` holds."""

    name: str
    seq: int
    value: SettingValue


class CorrectionHandedOn(Event, frozen=True, kw_only=True):
    """The correction of a match without a stake: no chips move, ratings and statistics do."""

    answered_by: ClassVar[str] = "wallet"
    order: str
    by: str
    reason: str
    correction: CorrectMatch


class FreeMatchCorrected(Event, frozen=True, kw_only=True):
    """An operator has replaced the result of a match without a stake. Of two the greater `revision` counts."""

    answered_by: ClassVar[str] = "ranking"
    match: str
    revision: int
    accounts: list[str]
    outcome: str
    winners: list[int]
    by: str
    reason: str
    departed: list[int] = []
    """Seats that left for good, in order."""


class RoundCorrected(Event, frozen=True, kw_only=True):
    """An operator has corrected the payment of a round: account → chips, now and before."""

    answered_by: ClassVar[str] = "wallet"
    round: str
    revision: int
    credited: dict[str, int]
    last_credited: dict[str, int]
    by: str
    reason: str
