"""Detection signals: what opens a case for staff, and never punishes (RULES.md §7).

Each function returns whether the counts are enough; the service counts, over the window that the argument names.
"""

from collections.abc import Collection, Sequence
from math import sqrt
from typing import Literal

import msgspec

Kind = Literal[
    "chip_dump", "collusion", "multi_account", "same_ip", "bot", "deserter", "reconnect_abuse", "chat", "protocol",
    "payment_reversed", "engine", "messages",
]  # fmt: skip

REVIEWED: frozenset[Kind] = frozenset({"same_ip", "multi_account", "collusion", "chip_dump", "bot", "engine"})
"""Kinds that say that a result may not have been won: while a case of one is open about an account, prizes wait."""


class SignalSettings(msgspec.Struct, frozen=True):
    """The operator's thresholds."""

    dump_chips: int = 50_000
    shared_percent: int = 60
    shared_window: int = 50
    competition_games_min: int = 5
    hand_talk_matches: int = 3
    device_accounts: int = 2
    friend_matches: int = 20
    bot_decisions: int = 200
    bot_deviation_ms: float = 80
    seated_hours: float = 20
    early_departures: int = 5
    replaced_and_won: int = 3
    losses_of_connection: int = 6
    listed_words: int = 3
    reporters: int = 5
    malformed_messages: int = 10
    engine_decisions: int = 600
    engine_error_thousandths: float = 10
    table_talk_messages: int = 5
    unwanted_messages: int = 10
    unwanted_readers: int = 3
    muted_messages: int = 20
    messages_over_limits: int = 20


class Spread(msgspec.Struct, frozen=True):
    """Many times as three sums, which add up over matches: their number, their sum (ms) and that of their squares."""

    count: int
    total_ms: int
    squares_ms2: int

    @classmethod
    def of(cls, times_ms: Sequence[int]) -> "Spread":
        """The sums of these times."""
        return cls(len(times_ms), sum(times_ms), sum(each * each for each in times_ms))

    @property
    def deviation(self) -> float:
        """The standard deviation of the whole population (ms), computed exactly until the root."""
        if not self.count:
            return 0.0
        return sqrt(self.count * self.squares_ms2 - self.total_ms**2) / self.count


DEFAULTS = SignalSettings()


def chip_dump(net_chips_24h: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Chips that went from one to the other in two-seat matches."""
    return net_chips_24h >= settings.dump_chips


def shared_matches(matches: int, together: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Two players meet too often in one's last staked individual matches (`matches`: at most the window)."""
    return matches >= settings.shared_window and together * 100 >= matches * settings.shared_percent


def one_opponent(games: int, against: int, settings: SignalSettings = DEFAULTS) -> bool:
    """One opponent stood in half of a player's games of one competition."""
    return games >= settings.competition_games_min and against * 2 >= games


def hand_talk(matched_24h: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Partners' chat matched the hand-talk list."""
    return matched_24h >= settings.hand_talk_matches


def shared_device(accounts_30d: Collection[str], settings: SignalSettings = DEFAULTS) -> bool:
    """Several accounts on one device."""
    return len(set(accounts_30d)) >= settings.device_accounts


def captive_friend(first_matches: int, with_inviter: int, settings: SignalSettings = DEFAULTS) -> bool:
    """A rewarded friend played the first matches only with the inviter."""
    return first_matches >= settings.friend_matches and with_inviter == first_matches


def even_spread(decisions_24h: Spread, settings: SignalSettings = DEFAULTS) -> bool:
    """Many decisions, all after about the same time."""
    return decisions_24h.count >= settings.bot_decisions and decisions_24h.deviation < settings.bot_deviation_ms


def sleepless(seated_hours_24h: float, settings: SignalSettings = DEFAULTS) -> bool:
    """Seated for nearly all of a day."""
    return seated_hours_24h >= settings.seated_hours


def deserter(early_7d: int, replaced_and_won_7d: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Departures before the first round, or from matches that the own side then won with a computer."""
    return early_7d >= settings.early_departures or replaced_and_won_7d >= settings.replaced_and_won


def reconnect_abuse(losses_in_match: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Too many losses of connection by one player in one match."""
    return losses_in_match >= settings.losses_of_connection


def chat(listed_messages_10min: int, reporters_7d: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Words of the operator's list, or reports by different players."""
    return listed_messages_10min >= settings.listed_words or reporters_7d >= settings.reporters


def engine(decisions_30d: int, lost_thousandths: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Many decisions that lose less than people do, by the analyses of their matches. `lost_thousandths`: of points,
    all together."""
    enough = decisions_30d >= settings.engine_decisions
    return enough and lost_thousandths <= decisions_30d * settings.engine_error_thousandths


def table_talk(refused_24h: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Messages that were refused because writer and reader were at the same running table."""
    return refused_24h >= settings.table_talk_messages


def unwanted(refused_24h: int, readers_24h: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Messages to players who do not want the writer, and how many players these were."""
    return refused_24h >= settings.unwanted_messages or readers_24h >= settings.unwanted_readers


def unheard(muted_24h: int, over_limits_24h: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Messages that were refused because the writer was muted, or had written too much."""
    return muted_24h >= settings.muted_messages or over_limits_24h >= settings.messages_over_limits


def protocol(malformed_60s: int, settings: SignalSettings = DEFAULTS) -> bool:
    """Malformed or impossible client messages; the session ends as well (`protocol_abuse`)."""
    return malformed_60s >= settings.malformed_messages
