"""The calendar of competitions, those that are over with their winners, one's own, and feeds of all that for other
calendars (services/tournaments/RULES.md §9, §10)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Message, Request
from services.contracts.lobby.people.companies import Evening
from services.contracts.tournaments.competitions import Competition

LINES_MAX = 500
PAST_MAX = 20
Days = Annotated[int, msgspec.Meta(ge=0, le=62)]
FeedToken = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class CalendarLine(Message, frozen=True):
    """A competition in the calendar. `state`: `planned` while its series has not announced it, otherwise that of the
    competition; `changed_at_ms`: when something of what stands here was decided last, its entrants aside."""

    id: str
    name: str
    game: str
    state: Literal["planned", "announced", "open", "running", "closing", "settled", "cancelled"]
    opens_at_ms: int
    starts_at_ms: int
    ends_at_ms: int
    price_chips: int
    changed_at_ms: int
    maker: str = ""
    """The name of the player that has made it; empty: the platform."""


class Calendar(Message, frozen=True):
    """Competitions by start, soonest first; `as_of_ms`: the moment."""

    lines: list[CalendarLine]
    as_of_ms: int


class GetCalendar(Request[Calendar], frozen=True, kw_only=True):
    """The competitions that start within so many days from now, and those that started within so many days before; the
    first 500."""

    answer: ClassVar[type] = Calendar
    past_days: Days = 1
    ahead_days: Days = 14


class Winner(Message, frozen=True):
    """A player on one of the first three places, with their picture."""

    account: str
    name: str
    place: int
    photo: str | None = None
    avatar: str | None = None


class PastCompetition(Message, frozen=True):
    """A competition that is over, and its winners by place."""

    competition: Competition
    winners: list[Winner]


class PastCompetitions(Message, frozen=True):
    """Competitions, the last one first."""

    past: list[PastCompetition]


class ListPastCompetitions(Request[PastCompetitions], frozen=True, kw_only=True):
    """The last competitions that were played to their end."""

    answer: ClassVar[type] = PastCompetitions
    limit: Annotated[int, msgspec.Meta(ge=1, le=PAST_MAX)] = PAST_MAX


class OwnCompetition(Message, frozen=True):
    """A competition that one has entered; `place`: in a settled one, null where one is not ranked."""

    competition: Competition
    place: int | None = None


class OwnCompetitions(Message, frozen=True):
    """One's competitions: those that are not over, soonest first, then the last ones that are."""

    competitions: list[OwnCompetition]


class ListOwnCompetitions(Request[OwnCompetitions], frozen=True, kw_only=True):
    """The competitions in which an account has an entry."""

    answer: ClassVar[type] = OwnCompetitions
    account: str


# --- feeds -------------------------------------------------------------------------------------------------------


class CalendarFeed(Message, frozen=True):
    """Whether an account has a feed. `token`: its secret, in the answer that makes it alone."""

    made_at_ms: int | None
    token: str | None = None


class GetCalendarFeed(Request[CalendarFeed], frozen=True, kw_only=True):
    """Whether one has a feed, and since when."""

    answer: ClassVar[type] = CalendarFeed
    account: str


class MakeCalendarFeed(Request[CalendarFeed], frozen=True, kw_only=True):
    """Make a feed; the one before ends."""

    answer: ClassVar[type] = CalendarFeed
    at_home = ("account",)
    account: str


class EndCalendarFeed(Request[Done], frozen=True, kw_only=True):
    """End the feed: its address shows nothing any more."""

    answer: ClassVar[type] = Done
    at_home = ("account",)
    account: str


class FeedEvening(Message, frozen=True):
    """The standing evening of a company; `from_ms`: the next one, or the one that is on."""

    company: str
    name: str
    evening: Evening
    from_ms: int


class PersonalCalendar(Message, frozen=True):
    """One's competitions and the evenings of one's companies."""

    lines: list[CalendarLine]
    evenings: list[FeedEvening]


class ReadCalendarFeed(Request[PersonalCalendar], frozen=True, kw_only=True):
    """What a feed shows."""

    answer: ClassVar[type] = PersonalCalendar
    refusals = ("feed_unknown",)
    token: FeedToken
