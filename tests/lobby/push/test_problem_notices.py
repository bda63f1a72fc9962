"""The problem of the day, at an hour that its player has chosen (services/lobby/RULES.md §24)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.lobby.people import push as contract
from services.contracts.lobby.people.push import QuietHours, SetPushChoices
from services.contracts.tables.problems import ProblemAnswered
from services.contracts.wallet.limits import CareCard, GetCare, SelfExcluded
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.local_time import local_day
from services.kernel.refusal import Refusal
from services.lobby.push import browsers, rules
from services.lobby.push import problem_notices as problems
from services.lobby.push.rows import push_choices, push_notices
from services.platform.database.unit_of_work import Work
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.push.sending import NEVER_QUIET, Pushed, ask

HOUSE = "Europe/Athens"
EVENING = 18 * 60
CARE = CareCard(
    limits=[], excluded_from_ms=None, excluded_until_ms=None, login_at_ms=None, check_due=False, played_ms=0,
    net_chips=0, notice_seen=True, reality_check_minutes=60, helpline="",
)  # fmt: skip


def choose(lobby: LocalLobby, who: Here, minute: int | None = EVENING, *kinds: str, quiet: Any = NEVER_QUIET) -> Any:
    chosen: Any = list(kinds or ("problem",))
    return ask(lobby, SetPushChoices(account=who.account, kinds=chosen, quiet=quiet, problem_minute=minute))


def to_hour(lobby: LocalLobby, minute: int = EVENING) -> None:
    """The clock goes on to the next time of day (UTC)."""
    lobby.wait(rules.next_at("UTC", minute, lobby.now_ms) - lobby.now_ms)


def kinds(lobby: LocalLobby, pushed: Pushed) -> list[str]:
    problems.sweep(lobby.ports)
    return [text["kind"] for text in pushed.sent()]


def answered(lobby: LocalLobby, who: Here, right: bool = True, days: int = 0) -> None:
    day = local_day(HOUSE, lobby.now_ms) + timedelta(days=days)
    event = ProblemAnswered(account=who.account, game="tavli", day=day.isoformat(), right=right, at_ms=lobby.now_ms)
    lobby.deliver(problems.answered, event)


@pytest.fixture
def ana(lobby: LocalLobby, pushed: Pushed) -> Here:
    """Ana is away, her browser is notified; what she may be asked about is well."""
    (found,) = lobby.enter("Ana")
    pushed.add(found)
    lobby.leave(found)
    lobby.rpc.answers[GetCare] = CARE
    return found


def test_nothing_is_sent_until_it_is_chosen(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    shown = ask(lobby, contract.GetPushChoices(account=ana.account))
    assert ("problem" in shown.kinds, shown.problem_minute) == (False, EVENING)
    for _ in range(3):
        lobby.wait(DAY_MS)
        assert kinds(lobby, pushed) == []
    assert lobby.rpc.asked(GetCare) == []


def test_it_is_sent_once_a_day_at_its_hour_from_the_day_after_on(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    shown = choose(lobby, ana)
    assert (shown.kinds, shown.problem_minute) == (["problem"], EVENING)
    first_day = local_day(HOUSE, lobby.now_ms)
    sent = []
    for _ in range(4 * 24):
        lobby.wait(HOUR_MS)
        if found := kinds(lobby, pushed):
            assert found == ["problem"]
            sent.append(lobby.now_ms)
    assert len(sent) >= 3
    assert local_day(HOUSE, sent[0]) > first_day
    assert {datetime.fromtimestamp(each / 1000, UTC).hour for each in sent} <= {18, 19}
    assert len({local_day(HOUSE, each) for each in sent}) == len(sent)


def test_it_leads_to_the_problems_and_names_nothing_else(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    choose(lobby, ana)
    lobby.wait(DAY_MS)
    to_hour(lobby)
    problems.sweep(lobby.ports)
    (text,) = pushed.sent()
    assert (text["kind"], text["path"], text["title"]) == ("problem", "/problems", "The problem of the day")


@pytest.mark.parametrize("right", [True, False])
def test_a_problem_that_was_tried_is_not_named_that_day(
    lobby: LocalLobby, pushed: Pushed, ana: Here, right: bool
) -> None:
    choose(lobby, ana)
    lobby.wait(DAY_MS)
    to_hour(lobby)
    answered(lobby, ana, right)
    answered(lobby, ana, days=-1)  # an old one may come late
    assert kinds(lobby, pushed) == []
    lobby.wait(DAY_MS)
    assert kinds(lobby, pushed) == ["problem"]


def test_a_problem_that_is_tried_between_the_hour_and_the_sending_is_not_named(
    lobby: LocalLobby, pushed: Pushed, ana: Here
) -> None:
    choose(lobby, ana)
    lobby.wait(DAY_MS)
    to_hour(lobby)
    problems.sweep(lobby.ports)
    answered(lobby, ana)
    assert pushed.sent() == []


def test_another_hour_counts_at_once_and_the_same_day_is_not_named_twice(
    lobby: LocalLobby, pushed: Pushed, ana: Here
) -> None:
    choose(lobby, ana, 10 * 60)
    lobby.wait(DAY_MS)
    to_hour(lobby, 10 * 60)
    assert kinds(lobby, pushed) == ["problem"]
    choose(lobby, ana, 11 * 60)
    to_hour(lobby, 11 * 60)
    assert kinds(lobby, pushed) == []
    to_hour(lobby, 11 * 60)
    assert kinds(lobby, pushed) == ["problem"]
    choose(lobby, ana, None, "call")
    lobby.wait(2 * DAY_MS)
    assert kinds(lobby, pushed) == []
    assert ask(lobby, contract.GetPushChoices(account=ana.account)).problem_minute == 11 * 60


def test_in_quiet_hours_it_waits_for_their_end_or_is_not_sent(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    quiet = QuietHours(from_minute=17 * 60, to_minute=19 * 60, zone="UTC")
    choose(lobby, ana, EVENING, quiet=quiet)
    lobby.wait(DAY_MS)
    to_hour(lobby)
    assert kinds(lobby, pushed) == []
    lobby.wait(HOUR_MS)
    assert [text["kind"] for text in pushed.sent()] == ["problem"]
    choose(lobby, ana, EVENING, quiet=QuietHours(from_minute=17 * 60, to_minute=23 * 60, zone="UTC"))
    to_hour(lobby)
    assert kinds(lobby, pushed) == []
    lobby.wait(5 * HOUR_MS)
    assert pushed.sent() == []


def test_a_late_sweep_names_no_problem_long_after_its_hour(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    choose(lobby, ana, 8 * 60)
    lobby.wait(DAY_MS)
    to_hour(lobby, 8 * 60)
    lobby.wait(rules.PROBLEM_HOLDS_MS)
    assert kinds(lobby, pushed) == []
    to_hour(lobby, 8 * 60)
    assert kinds(lobby, pushed) == ["problem"]


# --- silence ---


def test_nothing_is_sent_during_an_exclusion(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    choose(lobby, ana)

    def exclude(work: Work, _ports: Any, events: list[SelfExcluded]) -> None:
        browsers.self_excluded(work, events)

    until_ms = lobby.now_ms + 3 * DAY_MS
    lobby.deliver(exclude, SelfExcluded(account=ana.account, until_ms=until_ms, at_ms=lobby.now_ms))
    for _ in range(3):
        to_hour(lobby)
        assert kinds(lobby, pushed) == []
    to_hour(lobby)
    assert kinds(lobby, pushed) == ["problem"]


def test_nothing_is_sent_while_a_reality_check_is_due(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    choose(lobby, ana)
    lobby.rpc.answers[GetCare] = CareCard(
        **{name: getattr(CARE, name) for name in CARE.__struct_fields__} | {"check_due": True}
    )
    lobby.wait(DAY_MS)
    to_hour(lobby)
    assert kinds(lobby, pushed) == []
    lobby.rpc.answers[GetCare] = Refusal("account_unknown")  # has never played for chips
    to_hour(lobby)
    assert kinds(lobby, pushed) == ["problem"]


def test_while_the_wallet_cannot_be_asked_nothing_is_sent_and_the_hour_is_kept(
    lobby: LocalLobby, pushed: Pushed, ana: Here
) -> None:
    choose(lobby, ana)
    lobby.rpc.answers[GetCare] = Refusal("service_unavailable")
    lobby.wait(DAY_MS)
    to_hour(lobby)
    assert problems.sweep(lobby.ports) == Refusal("service_unavailable")
    assert pushed.sent() == []
    lobby.rpc.answers[GetCare] = CARE
    lobby.wait(HOUR_MS)
    assert kinds(lobby, pushed) == ["problem"]


def test_a_connected_player_is_not_notified(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    choose(lobby, ana)
    lobby.wait(DAY_MS)
    to_hour(lobby)
    lobby.enter("Ana2")
    (ben,) = lobby.enter("Ben")
    pushed.add(ben)
    choose(lobby, ben)
    lobby.wait(DAY_MS)
    assert len(kinds(lobby, pushed)) == 1
    assert {each.account for each in lobby.rows(push_notices)} == {ana.account}


def test_two_processes_that_sweep_at_once_name_it_once(lobby: LocalLobby, pushed: Pushed, ana: Here) -> None:
    choose(lobby, ana)
    lobby.wait(DAY_MS)
    to_hour(lobby)
    for _ in range(2):
        lobby.ports.run(problems._remind, ana.account, False)
    assert len(lobby.rows(push_notices)) == 1
    (row,) = [each for each in lobby.rows(push_choices) if each.account == ana.account]
    assert row.problem_next_ms > lobby.now_ms


# --- hours ---


@given(
    now_ms=st.integers(1_700_000_000_000, 1_900_000_000_000),
    minute=st.integers(0, 1439),
    zone=st.sampled_from(["UTC", "Europe/Athens", "Pacific/Kiritimati", "America/St_Johns", "Pacific/Pago_Pago"]),
)
def test_the_next_hour_comes_within_a_day_and_the_first_one_on_another_day(now_ms: int, minute: int, zone: str) -> None:
    assert now_ms < rules.next_at(zone, minute, now_ms) <= now_ms + 25 * HOUR_MS
    first_ms = rules.first_at(zone, minute, HOUSE, now_ms)
    assert local_day(HOUSE, first_ms) > local_day(HOUSE, now_ms)
    assert first_ms <= now_ms + 50 * HOUR_MS
