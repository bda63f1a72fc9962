"""Whatever order holds, ends and repeats come in, the wallet does what a model of one page does, and is sound."""

import itertools
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.tables.events import MatchAsked, MatchFinished
from services.contracts.wallet.balances import LedgerCheck
from services.wallet.stakes.rules import rake
from tests.wallet.wallets import Wallet, asked, finished, void

PLAYERS = 3
MATCHES = 5
_rounds = itertools.count()


class Match(NamedTuple):
    """One match: who, for how much, and how it ends (the winning seat, or None: void)."""

    seats: tuple[int, int]
    stake: int
    winner: int | None


class Message(NamedTuple):
    """Holds or ends of some matches, delivered so many times."""

    verb: str
    matches: list[int]
    times: int


class Model:
    """What must be so after each message."""

    def __init__(self, matches: list[Match]) -> None:
        self.matches = matches
        self.chips = [5000] * PLAYERS
        self.state = ["new"] * MATCHES
        self.rake = 0

    def hear(self, message: Message) -> None:
        for number in message.matches:
            (self._hold if message.verb == "asked" else self._end)(number, self.matches[number])

    def _hold(self, number: int, match: Match) -> None:
        if self.state[number] != "new" or any(self.chips[seat] < match.stake for seat in match.seats):
            return
        self.state[number] = "held"
        for seat in match.seats:
            self.chips[seat] -= match.stake

    def _end(self, number: int, match: Match) -> None:
        if self.state[number] == "held":
            lost = 0 if match.winner is None else match.stake
            raked = 0 if match.winner is None else rake(match.stake)
            self.rake += raked
            for seat, account in enumerate(match.seats):
                won = match.winner is None or match.winner == seat
                self.chips[account] += match.stake + lost - raked if won else 0
        self.state[number] = "ended"


matches = st.lists(
    st.builds(
        Match,
        st.permutations(range(PLAYERS)).map(lambda order: (order[0], order[1])),
        st.sampled_from([200, 900, 2600, 5000]),
        st.sampled_from([0, 1, None]),
    ),
    min_size=MATCHES,
    max_size=MATCHES,
)
messages = st.lists(
    st.builds(
        Message,
        st.sampled_from(["asked", "finished"]),
        st.lists(st.integers(0, MATCHES - 1), min_size=1, max_size=4),
        st.integers(1, 3),
    ),
    min_size=1,
    max_size=8,
)


class Round:
    """One example: players and matches of its own in a wallet that all examples share."""

    def __init__(self, wallet: Wallet, matches: list[Match]) -> None:
        self.wallet = wallet
        self.prefix = f"r{next(_rounds)}-"
        self.matches = matches
        self.players = [f"{self.prefix}p{number}" for number in range(PLAYERS)]
        wallet.registered(*self.players)

    def hear(self, message: Message, number: int) -> None:
        ids = [f"{self.prefix}{number}-{place}" for place in range(len(message.matches))]
        events = [self.event(message.verb, match) for match in message.matches]
        for _ in range(message.times):
            self.wallet.hear(f"on_match_{message.verb}", *events, ids=ids)

    def event(self, verb: str, number: int) -> MatchAsked | MatchFinished:
        match, name = self.matches[number], f"{self.prefix}m{number}"
        seats = [self.players[seat] for seat in match.seats]
        if verb == "asked":
            return asked(name, *seats, stake=match.stake)
        if match.winner is None:
            return void(name, *seats, stake=match.stake)
        return finished(name, *seats, stake=match.stake, winners=[match.winner])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(matches=matches, messages=messages)
def test_any_sequence_of_holds_ends_and_repeats_keeps_the_invariants(
    wallet: Wallet, matches: list[Match], messages: list[Message]
) -> None:
    model, played = Model(matches), Round(wallet, matches)
    before, open_before = wallet.house("house:rake"), wallet.check().open_escrows

    for number, message in enumerate(messages):
        model.hear(message)
        played.hear(message, number)
        assert wallet.chips(*played.players) == model.chips

    check = wallet.check()
    assert isinstance(check, LedgerCheck), check
    assert (check.sum_chips, check.negative) == (0, [])
    assert check.open_escrows - open_before == model.state.count("held")
    assert wallet.house("house:rake") - before == model.rake
    assert wallet.parked.bodies == []
