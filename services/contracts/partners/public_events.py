"""The events that other systems may follow: which, and what of them. Everything else stays inside."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.contracts.base import Event, topic_of
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.ranking import boards, statistics
from services.contracts.ranking import ratings as ranking
from services.contracts.tables import events as tables
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet import events as outside

EVERYBODY = "*"
_CHANGES = "changes"
"""A field that has a line for each account: a player gets the own one."""


@dataclass(frozen=True)
class PublicEvent:
    """An event that other systems may follow, and its fields that they do not get.

    `players`: which players may follow it by a session or a personal token: those whom this field names, `EVERYBODY`,
    or, if it is empty, none.
    """

    kind: type[Event]
    hidden: frozenset[str] = frozenset()
    players: str = ""

    @property
    def topic(self) -> str:
        """By which it is subscribed to."""
        return topic_of(self.kind)

    @property
    def description(self) -> str:
        """A description in one line."""
        text = " ".join((self.kind.__doc__ or "").split())
        return text.split(". ")[0].split("; ")[0].rstrip(".") + "."

    def shown(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """An event's fields that are public, by the contract as this release has it."""
        return {name: value for name, value in body.items() if name in self.fields}

    def shown_to(self, account: str, data: Mapping[str, Any]) -> dict[str, Any] | None:
        """What of the public fields a player sees; None: the event is not about them."""
        found = dict(data)
        if self.players == EVERYBODY:
            return found
        if self.players == _CHANGES:
            found[_CHANGES] = [each for each in data[_CHANGES] if each["account"] == account]
            return found if found[_CHANGES] else None
        return found if self.players and account in data[self.players] else None

    @property
    def fields(self) -> frozenset[str]:
        """The names of its public fields."""
        return frozenset(self.kind.__struct_fields__) - self.hidden


_BY_OPERATOR = frozenset({"by", "reason"})

PUBLIC_EVENTS: Mapping[str, PublicEvent] = {
    event.topic: event
    for event in (
        PublicEvent(lobby.Registered, frozenset({"device", "email_key", "network", "person_key", "device_identity"})),
        PublicEvent(tables.MatchFinished, frozenset({"reply_to", "ratings"}), "accounts"),
        PublicEvent(tables.TableDone),
        PublicEvent(outside.MatchSettled),
        PublicEvent(outside.MatchCorrected, _BY_OPERATOR),
        PublicEvent(ranking.Rated, players=_CHANGES),
        PublicEvent(statistics.QuintilesChanged, players=_CHANGES),
        PublicEvent(boards.BoardClosed, players=EVERYBODY),
        PublicEvent(boards.BoardPrizesPaid),
        PublicEvent(competition_events.GameCalled, players="seats"),
        PublicEvent(competition_events.ResultCorrected, _BY_OPERATOR, "accounts"),
        PublicEvent(competition_events.PrizesAsked),
    )
}
"""By topic."""

TOPICS_OF_PLAYERS = frozenset(topic for topic, event in PUBLIC_EVENTS.items() if event.players)
"""What players may follow."""
