"""Who looks at hands for nothing gets no more of them (RULES.md §10)."""

from typing import Any

from services.contracts.lobby.accounts.accounts import Registered, SessionBegan
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation.signals import EarlyLeaver
from services.contracts.tables.commands import Held
from services.contracts.wallet.balances import CheckStake
from services.contracts.wallet.limits import Exclude
from services.kernel.refusal import Refusal
from tests.wallet.wallets import Wallet, asked, finished

HOUR_MS = 3_600_000


def look_at_a_hand(wallet: Wallet, match: str, account: str, *others: str, **how: Any) -> str | None:
    """Sit down, see the deal and leave; why the match could not be held, if it could not."""
    seats = (account, *(others or ("gil",)))
    wallet.asked(asked(match, *seats))
    (held,) = wallet.told_of(Held)
    if held.error is None:
        usual = {"outcome": "void", "winners": [], "first_round_done": False, "departed": [0]}
        wallet.finished(finished(match, *seats, **(usual | how)))
    return held.error


def sit_down(wallet: Wallet, account: str, **how: Any) -> str | None:
    answer = wallet.ask(CheckStake(game="tavli", stake_chips=500, accounts=[account], **how))
    return answer.error if isinstance(answer, Refusal) else None


def log_in(wallet: Wallet, account: str, device: str) -> None:
    wallet.hear("on_session_began", SessionBegan(account=account, at_ms=wallet.clock.now_ms(), device=device))


def test_the_fourth_hand_of_a_day_is_not_dealt_to_a_player_that_left_three_without_penalty(players: Wallet) -> None:
    seen = [look_at_a_hand(players, f"m{n}", "ana", "ben") for n in range(4)]
    assert seen == [None, None, None, "early_leaver"]
    assert players.chips("ana", "ben") == [5_000, 5_000], "the rule for chips is what it was"
    assert sit_down(players, "ana") == "early_leaver"
    assert sit_down(players, "ben", seated=["eva"]) is None, "who stayed has done nothing"


def test_a_friendly_table_is_open_and_a_day_later_all_are(players: Wallet) -> None:
    for n in range(3):
        look_at_a_hand(players, f"m{n}", "ana")
        players.clock.advance(HOUR_MS)
    assert players.ask(CheckStake(game="dominoes", stake_chips=0, accounts=["ana"])) is not None
    assert not isinstance(players.ask(CheckStake(game="dominoes", stake_chips=0, accounts=["ana"])), Refusal)
    players.clock.advance(23 * HOUR_MS - 1)
    assert sit_down(players, "ana") == "early_leaver"
    players.clock.advance(1)
    assert sit_down(players, "ana") is None


def test_another_account_on_the_same_device_does_not_start_anew(players: Wallet) -> None:
    for n, account in enumerate(("ana", "ben", "eva")):
        log_in(players, account, "phone")
        assert look_at_a_hand(players, f"m{n}", account) is None
    log_in(players, "ben", "phone")
    assert look_at_a_hand(players, "m4", "ben") == "early_leaver"
    assert sit_down(players, "gil", devices={"gil": "phone"}) == "early_leaver"
    assert sit_down(players, "gil", devices={"gil": "tablet"}) is None


def test_an_account_that_is_erased_leaves_what_its_device_did(players: Wallet) -> None:
    now_ms = players.clock.now_ms()
    players.hear("on_registered", Registered(account="zoe", name="Zoe", device="phone", created_at_ms=now_ms))
    log_in(players, "zoe", "phone")
    for n in range(3):
        assert look_at_a_hand(players, f"m{n}", "zoe") is None
    players.hear("on_erasure_asked", ErasureAsked(account="zoe", receipt="r"))
    players.hear("on_registered", Registered(account="zoe2", name="Zoe2", device="phone", created_at_ms=now_ms))
    assert sit_down(players, "zoe2") == "early_leaver"


def test_leaving_later_or_at_a_price_is_no_look_for_nothing(players: Wallet) -> None:
    later = {"outcome": "forfeited", "winners": [1], "first_round_done": True}
    conceded = {"outcome": "conceded", "winners": [1], "leave_policy": "concede"}
    for n in range(4):
        how = later if n % 2 else conceded
        assert look_at_a_hand(players, f"m{n}", "ana", **how) is None
    assert sit_down(players, "ana", seated=["ben"]) is None


def test_moderation_learns_of_all_accounts_that_took_part(players: Wallet) -> None:
    for n, account in enumerate(("ana", "ben", "ana")):
        log_in(players, account, "phone")
        look_at_a_hand(players, f"m{n}", account, "gil")
    (told,) = players.told_of(EarlyLeaver)
    assert (told.accounts, told.leaves, told.match) == (["ana", "ben"], 3, "m2")
    assert told.until_ms == players.clock.now_ms() + 24 * HOUR_MS


def test_the_same_event_of_a_match_counts_once(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    over = finished("m", "ana", "ben", outcome="void", winners=[], first_round_done=False, departed=[0])
    for _ in range(4):
        players.finished(over)
    assert sit_down(players, "ana") is None


def test_other_refusals_come_first(players: Wallet) -> None:
    for n in range(3):
        look_at_a_hand(players, f"m{n}", "ana")
    players.ask(Exclude(account="ana", period="24h"))
    assert sit_down(players, "ana") == "self_excluded"
