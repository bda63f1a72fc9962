"""Orders of operators: services/moderation/RULES.md §13."""

from typing import Any

import msgspec
import pytest

from services.contracts.moderation import orders as contract
from services.contracts.moderation.appeals import FileAppeal
from services.contracts.moderation.cards import GiveCard
from services.contracts.moderation.conduct import GetConduct
from services.contracts.moderation.events import StandingChanged
from services.contracts.moderation.messages import AdminMessage, MessageSent
from services.contracts.moderation.operator_settings import SettingDone, SettingNow, SettingsAnnounced
from services.contracts.moderation.reports import Receipt
from services.contracts.moderation.staff import GetPlayerFile
from services.contracts.tournaments.events import CompetitionChanged, ResultCorrected
from services.kernel.operator_settings import RULES
from services.kernel.refusal import Refusal
from services.moderation import metrics, upkeep
from tests.moderation.moderation import REASON, Moderation
from tests.support.services.match_events import card

OPERATOR = "the operator"
CORRECTION = contract.CorrectMatch(match="m1", result=[1], accounts=["ana", "ben"])


@pytest.fixture(autouse=True)
def staff(moderation: Moderation) -> None:
    moderation.hire()


def place(moderation: Moderation, operation: Any, id: str = "o1", reason: str = REASON) -> Any:
    return moderation.ask(contract.PlaceOrder(account=OPERATOR, id=id, reason=reason, operation=operation))


def orders(moderation: Moderation) -> list[contract.Order]:
    return moderation.ask(contract.ListOrders(account=OPERATOR)).orders


def letters(moderation: Moderation) -> list[AdminMessage]:
    return sorted((each.message for each in moderation.told_of(MessageSent)), key=lambda each: each.to or "")


def test_an_order_is_in_the_audit_log_and_published_to_the_service_that_carries_it_out(moderation: Moderation) -> None:
    placed = place(moderation, CORRECTION)
    assert (placed.state, placed.by, placed.reason) == ("placed", OPERATOR, REASON)
    (told,) = moderation.told_of(contract.OrderPlaced)
    assert (told.order, told.operation, told.by, told.reason) == ("o1", CORRECTION, OPERATOR, REASON)
    (entry,) = moderation.log()
    assert (entry.action, entry.subject, entry.object, entry.role) == ("order_correct_match", "m1", "o1", "operator")
    assert entry.after["result"] == [1]


def test_sent_twice_it_is_one_order_and_its_id_is_its_own(moderation: Moderation) -> None:
    assert place(moderation, CORRECTION) == place(moderation, CORRECTION)
    assert len(moderation.log()) == len(moderation.told_of(contract.OrderPlaced)) == 1
    assert place(moderation, contract.AnnulMatch(table="t1")) == Refusal("idempotency_conflict")


def test_a_closing_is_logged_with_the_title_and_sent_again_after_a_new_title_it_is_the_same_order(
    moderation: Moderation,
) -> None:
    closing = contract.CloseBoard(board="spring", period="2027-03-01", title="Spring 2027")
    first = place(moderation, closing)
    assert place(moderation, msgspec.structs.replace(closing, title="Summer 2027")) == first
    (entry,) = moderation.log()
    assert (entry.subject, entry.after["title"]) == ("spring", "Spring 2027")
    other = msgspec.structs.replace(closing, period="2027-04-01")
    assert place(moderation, other) == Refusal("idempotency_conflict")


@pytest.mark.parametrize("reason", ["", "too short", " " * 40, "x" * 501])
def test_an_order_needs_a_reason(moderation: Moderation, reason: str) -> None:
    assert place(moderation, CORRECTION, reason=reason) == Refusal("reason_required")
    assert orders(moderation) == moderation.log() == moderation.told() == []


def test_what_came_of_an_order_is_shown_and_done_stays_done(moderation: Moderation) -> None:
    place(moderation, CORRECTION)
    place(moderation, contract.AnnulMatch(table="t1"), "o2")
    done = contract.OrderAnswered(order="o1", detail={"revision": 1})
    refused = contract.OrderAnswered(order="o1", error="match_unknown")
    moderation.hear("on_order_answered", refused)
    moderation.hear("on_order_answered", done)
    moderation.hear("on_order_answered", refused, contract.OrderAnswered(order="o2", error="match_over"))
    found = {each.id: (each.state, each.error, each.detail) for each in orders(moderation)}
    assert found == {"o1": ("done", None, {"revision": 1}), "o2": ("refused", "match_over", None)}


def test_one_order_is_asked_for_by_its_id(moderation: Moderation) -> None:
    placed = place(moderation, CORRECTION)
    assert moderation.ask(contract.GetOrder(account=OPERATOR, order="o1")) == placed
    assert moderation.ask(contract.GetOrder(account=OPERATOR, order="o2")) == Refusal("order_unknown")


# --- settings ----------------------------------------------------------------------------------------------------


def announced(service: str, seq: int = 0, at_ms: int = 0, **values: Any) -> SettingsAnnounced:
    settings = [SettingNow(name=name, value=value, usual=200) for name, value in values.items()]
    return SettingsAnnounced(service=service, seq=seq, at_ms=at_ms, settings=settings)


def listed(moderation: Moderation) -> dict[str, contract.Setting]:
    return {each.name: each for each in moderation.ask(contract.ListSettings(account=OPERATOR)).settings}


def test_every_setting_is_listed_with_its_default_and_its_range(moderation: Moderation) -> None:
    own = {rule.name for rule in RULES.values() if rule.owners[0] == "moderation"}
    assert set(listed(moderation)) == own
    assert all(each.value == each.usual for each in listed(moderation).values())
    assert all(
        each.min <= each.value <= each.max for each in listed(moderation).values() if isinstance(each.value, int)
    )


def test_settings_of_other_services_are_listed_as_they_were_last_announced(moderation: Moderation) -> None:
    moderation.hear("on_settings_announced", announced("wallet", min_stake=200), announced("lobby", chat_rate=5))
    moderation.hear("on_settings_announced", announced("wallet", seq=7, at_ms=5, min_stake=300))
    moderation.hear("on_settings_announced", announced("wallet", seq=7, at_ms=4, min_stake=250))
    moderation.hear("on_settings_announced", announced("wallet", seq=6, at_ms=9, min_stake=200, no_such_setting=1))
    found = listed(moderation)
    assert found["min_stake"] == contract.Setting(
        name="min_stake", service="wallet", kind="number", value=300, usual=200, min=1, max=1_000_000_000
    )
    assert (found["chat_rate"].service, found["chat_rate"].value) == ("lobby", 5)
    assert "no_such_setting" not in found


def test_a_setting_of_another_service_changes_when_its_owner_has_answered(moderation: Moderation) -> None:
    change = contract.ChangeSetting(name="min_stake", value=300)
    assert place(moderation, change).state == "placed"
    (placed,) = moderation.told_of(contract.OrderPlaced)
    assert (placed.operation, placed.seq) == (change, moderation.log()[-1].seq)
    done = SettingDone(name="min_stake", seq=placed.seq, before=200, after=300)
    for _ in range(2):
        moderation.hear("on_order_answered", contract.OrderAnswered(order="o1", detail=msgspec.to_builtins(done)))
    ordered, changed = moderation.log()
    assert (ordered.action, ordered.before) == ("order_change_setting", None)
    assert (changed.action, changed.subject, changed.object) == ("change_setting", "min_stake", "o1")
    assert (changed.actor, changed.role, changed.reason) == (OPERATOR, "operator", REASON)
    assert (changed.before, changed.after) == (200, 300)
    (told,) = moderation.told_of(contract.SettingChanged)
    assert (told.name, told.value, told.seq) == ("min_stake", 300, placed.seq)


def test_prices_of_the_shop_are_ordered_by_operators_and_logged_before_and_after(moderation: Moderation) -> None:
    change = contract.ChangeSetting(name="items", value={"ouzo": 120, "coffee": 60})
    for role in ("moderator", "administrator", "auditor"):
        order = contract.PlaceOrder(account=f"the {role}", id="o1", reason=REASON, operation=change)
        assert moderation.ask(order) == Refusal("forbidden")
    assert moderation.log() == moderation.told() == []
    assert place(moderation, change).state == "placed"
    (placed,) = moderation.told_of(contract.OrderPlaced)
    done = SettingDone(name="items", seq=placed.seq, before={"coffee": 50}, after={"coffee": 60, "ouzo": 120})
    moderation.hear("on_order_answered", contract.OrderAnswered(order="o1", detail=msgspec.to_builtins(done)))
    logged = moderation.log()[-1]
    assert (logged.action, logged.subject, logged.reason) == ("change_setting", "items", REASON)
    assert (logged.before, logged.after) == ({"coffee": 50}, {"coffee": 60, "ouzo": 120})
    assert place(moderation, change) == moderation.ask(contract.GetOrder(account=OPERATOR, order="o1"))


def test_a_change_refused_by_its_owner_is_shown_and_changes_nothing(moderation: Moderation) -> None:
    place(moderation, contract.ChangeSetting(name="rake_steps", value=[[500, 100]]))
    moderation.told()
    moderation.hear("on_order_answered", contract.OrderAnswered(order="o1", error="rake_steps_invalid", detail="first"))
    assert [(each.state, each.error) for each in orders(moderation)] == [("refused", "rake_steps_invalid")]
    assert [each.action for each in moderation.log()] == ["order_change_setting"]
    assert moderation.told() == []


def test_a_number_of_the_cards_counts_from_the_next_card_on(moderation: Moderation) -> None:
    def earn(seq: int) -> None:
        moderation.hear("on_card_earned", card("m", "ben", seq=seq, earned_at_ms=moderation.clock.now_ms()))

    earn(1)
    assert place(moderation, contract.ChangeSetting(name="yellow_limit", value=2)).state == "done"
    entry = moderation.log()[-1]
    assert (entry.action, entry.subject, entry.before, entry.after) == ("change_setting", "yellow_limit", 28, 2)
    moderation.told()
    earn(2)
    assert len(moderation.told_of(StandingChanged)) == 1


def test_numbers_of_reports_and_appeals_count_from_the_change_on(moderation: Moderation) -> None:
    changes = {"report_daily": 1, "report_contact_h": 48, "watch_days": 1, "appeal_days": 1}
    for number, (name, value) in enumerate(changes.items()):
        assert place(moderation, contract.ChangeSetting(name=name, value=value), f"s{number}").state == "done"
    hour_ms = 60 * 60_000
    assert isinstance(moderation.report(contact_ms_ago=47 * hour_ms), Receipt)
    assert moderation.report(reported="eva", contact_ms_ago=0) == Refusal("report_limit")
    moderation.decide("r1", "warn")
    file = moderation.ask(GetPlayerFile(account="the auditor", of="ben"))
    assert file.watched_until_ms == moderation.clock.now_ms() + 24 * hour_ms
    moderation.ask(GiveCard(account="the administrator", id="c", to="ben", reason=REASON))
    standing = moderation.ask(GetConduct(account="ben")).suspension
    assert standing is not None and standing.appeal_until_ms == moderation.clock.now_ms() + 24 * hour_ms
    moderation.clock.advance(24 * hour_ms + 1)
    assert moderation.ask(FileAppeal(account="ben", text="It was not me.")) == Refusal("appeal_closed")


def test_a_word_list_is_published_to_the_service_that_counts_the_words(moderation: Moderation) -> None:
    change = contract.ChangeSetting(name="chat_words", value=["  Thief ", "Thief", "play  hearts"])
    place(moderation, change)
    (told,) = moderation.told_of(contract.SettingChanged)
    assert (told.name, told.value, told.seq) == ("chat_words", ["Thief", "play hearts"], moderation.log()[-1].seq)
    assert listed(moderation)["chat_words"].value == ["Thief", "play hearts"]
    assert place(moderation, change).state == "done"
    assert len(moderation.log()) == 1


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("yellow_limit", 0, "setting_invalid"),
        ("yellow_limit", ["word"], "setting_invalid"),
        ("chat_words", 3, "setting_invalid"),
        ("items", {"coffee": 0}, "setting_invalid"),
        ("packs", {"one": 199}, "setting_invalid"),
        ("rake_steps", 3, "setting_invalid"),
        ("min_stake", 0, "setting_invalid"),
        ("stripe_key", "x", "setting_unknown"),
    ],
)
def test_a_setting_out_of_its_range_changes_nothing(moderation: Moderation, name: str, value: Any, error: str) -> None:
    assert place(moderation, contract.ChangeSetting(name=name, value=value)).error == error
    assert orders(moderation) == moderation.log() == moderation.told() == []


# --- what others have carried out --------------------------------------------------------------------------------


def test_corrections_without_chips_are_logged_and_the_players_notified(moderation: Moderation) -> None:
    corrected = contract.FreeMatchCorrected(
        match="m1", revision=1, accounts=["ana", "ben"], outcome="won", winners=[1], by=OPERATOR, reason=REASON
    )
    for _ in range(2):
        moderation.hear("on_free_match_corrected", corrected, ids=["e1"])
    assert [(each.to, each.code) for each in letters(moderation)] == [
        ("ana", "result_corrected"),
        ("ben", "result_corrected"),
    ]
    (entry,) = moderation.log()
    assert (entry.action, entry.actor, entry.subject, entry.reason) == ("correct_match", OPERATOR, "m1", REASON)
    assert entry.after == {"outcome": "won", "winners": [1], "accounts": ["ana", "ben"]}


def test_a_round_that_was_paid_anew_is_logged_and_published_with_its_chips(moderation: Moderation) -> None:
    corrected = contract.RoundCorrected(
        round="r1", revision=1, credited={"ana": 500, "ben": 200}, last_credited={"ben": 900}, by=OPERATOR,
        reason=REASON,
    )  # fmt: skip
    moderation.hear("on_round_corrected", corrected)
    assert [(each.to, each.params["chips"]) for each in letters(moderation)] == [("ana", 500), ("ben", -700)]
    (entry,) = moderation.log()
    assert (entry.before, entry.after) == (
        {"credited": {"ben": 900}},
        {"credited": {"ana": 500, "ben": 200}},
    )


def test_what_operators_do_about_competitions_is_in_the_same_log(moderation: Moderation) -> None:
    changed = CompetitionChanged(
        competition="cup", by=OPERATOR, action="cancelled", reason=REASON, detail={"before": "open"}, at_ms=5,
        name="Sunday cup",
    )  # fmt: skip
    result = ResultCorrected(
        competition="cup", table="t", match="m", revision=1, outcome="won", sides=[[0], [1]], accounts=["ana", "ben"],
        winners=[0], departed=[], by=OPERATOR, reason=REASON,
    )  # fmt: skip
    moderation.hear("on_competition_changed", changed)
    moderation.hear("on_result_corrected", result)
    (entry,) = moderation.log()
    assert (entry.action, entry.subject, entry.actor) == ("competition_cancelled", "cup", OPERATOR)
    assert entry.after == {"called": "Sunday cup", "before": "open"}
    assert [each.code for each in letters(moderation)] == ["result_corrected"] * 2


def test_how_long_the_oldest_order_waits_is_measured(moderation: Moderation) -> None:
    def measured() -> float:
        moderation.keep(upkeep.measure)
        return metrics.oldest_order._value.get()

    place(moderation, CORRECTION)
    moderation.clock.advance(90_000)
    assert measured() == 90
    moderation.hear("on_order_answered", contract.OrderAnswered(order="o1"))
    assert measured() == 0
