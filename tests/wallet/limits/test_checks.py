"""What stands against using chips, in the order that each use names (services/wallet/RULES.md §11)."""

from types import SimpleNamespace
from typing import Any

import pytest

from services.kernel.refusal import Refusal
from services.wallet.limits.checks import Reason, first_refusal
from services.wallet.limits.protection import Care, Sitting
from services.wallet.limits.rules import Limit
from services.wallet.limits.self_exclusion import Exclusion
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

NOW_MS = 10 * 3_600_000
PERSON = Person("ana")
BARRED = Person(
    "ana",
    frozen=True,
    debt_chips=7,
    care=Care(
        limits={"stake": Limit(500)},
        exclusion=Exclusion(0, None),
        sitting=Sitting(login_at_ms=1, spent_at_ms=2),
    ),
)
CODES: dict[Reason, str] = {
    "blocked": "account_blocked",
    "debt": "debt_open",
    "excluded": "self_excluded",
    "session": "session_limit",
    "reality": "reality_check",
    "own_stake": "own_stake_limit",
}


def check(person: Person, *reasons: Reason, amount: int = 501) -> Refusal | None:
    work: Any = SimpleNamespace(now_ms=NOW_MS)
    return first_refusal(work, WalletSettings(), person, *reasons, amount=amount)


@pytest.mark.parametrize(("reason", "code"), CODES.items())
def test_each_reason_has_its_code(reason: Reason, code: str) -> None:
    assert check(BARRED, reason).error == code  # type: ignore[union-attr]
    assert check(PERSON, reason) is None


@pytest.mark.parametrize("reason", CODES)
def test_the_reason_that_is_named_first_decides(reason: Reason) -> None:
    others = [each for each in CODES if each != reason]
    assert check(BARRED, reason, *others).error == CODES[reason]  # type: ignore[union-attr]


def test_a_debt_is_refused_with_its_chips() -> None:
    assert check(BARRED, "debt") == Refusal("debt_open", {"chips": 7})


def test_without_limits_nothing_is_refused() -> None:
    assert check(PERSON, *CODES, "losses", "purchases", amount=10**6) is None
    assert check(BARRED, "own_stake", amount=500) is None
    assert check(BARRED) is None
