"""Events about moderation's decisions, for the other services (services/moderation/RULES.md §4–§10)."""

from services.contracts.base import Event, Message
from services.contracts.moderation.reports import Category


class ReportFiled(Event, frozen=True, kw_only=True):
    """A new report: every administrator who is online is notified."""

    report: str
    reporter: str
    reported: str
    category: Category
    comment: str
    times_reported: int
    created_at_ms: int


class AppealFiled(Event, frozen=True, kw_only=True):
    """A new appeal."""

    appeal: str
    account: str
    created_at_ms: int


class CaseOpened(Event, frozen=True, kw_only=True):
    """A signal has opened a case."""

    case: str
    kind: str
    players: list[str]


class ReviewChanged(Event, frozen=True, kw_only=True):
    """The kinds of open cases about an account for which prizes wait (services/moderation/RULES.md §7); empty: none.

    `kinds` is the whole set, sorted. Of two the one with the greater `seq` is how it is, whatever their order.
    """

    account: str
    kinds: list[str]
    seq: int


class WatchChanged(Event, frozen=True, kw_only=True):
    """Whether staff see a player's chat live; `until_ms` null: no end is set. Of two the greater `seq` holds."""

    account: str
    seq: int
    watched: bool
    until_ms: int | None


class RolesChanged(Event, frozen=True, kw_only=True):
    """An account's roles. Of two the one with the greater `seq` is how it is."""

    account: str
    seq: int
    roles: list[str]


class MessageAcknowledged(Event, frozen=True, kw_only=True):
    """An account has acknowledged a warning."""

    account: str
    message: str


class Span(Message, frozen=True):
    """A time without login: `from_ms` ≤ now < `until_ms`."""

    from_ms: int
    until_ms: int


class StandingChanged(Event, frozen=True, kw_only=True):
    """Everything that keeps an account out now or later. Of two the one with the greater `seq` is how it is.

    A blocked account's chips are frozen. Suspended and blocked accounts get no prizes, and leave competitions.
    """

    account: str
    seq: int
    blocked: bool
    suspensions: list[Span]
    reason: str = ""
    colour: str = "staff"
    """Of what keeps the account out now."""
    expelled_from: str | None = None
    """The table where the account has earned the card that keeps it out: it is ordered by moderation to remove the
    player, as of that card's moment."""
