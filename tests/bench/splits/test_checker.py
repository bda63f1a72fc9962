"""The checker of histories, by histories with one fault planted in each (bench/faults/splits/checker.py)."""

import pytest

from bench.faults.splits.checker import Findings, check
from bench.faults.splits.history import Effect, History, Kept, Operation, Outcome, Read, Shown, Transfer

BANK, SHOP = "house:issuance", "house:shop"


def move(id: str, version: int | None = 1, at_s: float = 2.0, outcome: Outcome = "done") -> Operation:
    """A command to table t, sent a second before it was answered."""
    answered_s = None if outcome == "unknown" else at_s
    return Operation("ann", id, "move", "t", at_s - 1, answered_s, outcome, version if outcome == "done" else None)


def gift(id: str, outcome: Outcome = "done") -> Operation:
    """Fifty chips' worth, at table t."""
    answered_s = None if outcome == "unknown" else 2.0
    return Operation("ann", id, "give", "t", 1.0, answered_s, outcome, chips=50)


def shown(client: str, version: int, *events: tuple[int, str], connection: int = 0) -> Shown:
    """A frame of table t."""
    return Shown(client, connection, "t", 1.0, version, events)


def sound() -> Kept:
    """Two moves and a gift, and where the chips went."""
    return Kept(
        effects=[Effect("m1", "t", 1), Effect("m2", "t", 2), Effect("g1", "t", chips=50)],
        journals={"t": [1, 2]},
        transfers=[Transfer(BANK, "player:ann", 100), Transfer("player:ann", SHOP, 50)],
        balances={BANK: -100, "player:ann": 50, SHOP: 50},
    )


OPERATIONS = (move("m1"), move("m2", 2, 3.0), gift("g1"))


def found(operations: tuple[Operation, ...] = OPERATIONS, kept: Kept | None = None, **seen: list) -> Findings:
    """What the checker says."""
    return check(operations, seen.get("shown", []), seen.get("reads", []), kept or sound())


def test_a_history_in_which_all_is_as_promised_has_no_findings() -> None:
    frames = [shown("ann", 1, (1, "place 1 1")), shown("ann", 2, (2, "place 2 2")), shown("bob", 2, (2, "place 2 2"))]
    reads = [
        Read("bob", "t", 2.5, version=1),
        Read("bob", "t", 3.5, version=2),
        Read("ann", "t", 9.0, None, frozenset({"g1"})),
    ]
    assert found(shown=frames, reads=reads).all == []


@pytest.mark.parametrize("happened", [True, False])
def test_a_command_without_a_reply_may_have_happened_or_not(happened: bool) -> None:
    kept = sound()
    if not happened:
        kept.effects, kept.journals = kept.effects[:1] + kept.effects[2:], {"t": [1]}
    assert found((move("m1"), move("m2", outcome="unknown"), gift("g1")), kept).all == []


def test_an_acknowledged_move_that_is_not_in_the_journal_is_lost() -> None:
    kept = sound()
    kept.effects = [effect for effect in kept.effects if effect.id != "m2"]
    assert found(kept=kept).lost == ["move m2 of ann at t"]


def test_an_acknowledged_gift_of_which_nothing_is_kept_is_lost() -> None:
    assert found((*OPERATIONS, gift("g2"))).lost == ["give g2 of ann at t"]


@pytest.mark.parametrize(("order", "place"), [(3, "t"), (2, "u")])
def test_a_move_kept_elsewhere_than_it_was_acknowledged_is_lost(order: int, place: str) -> None:
    kept = sound()
    kept.effects[1] = Effect("m2", place, order)
    assert len(found(kept=kept).lost) == 1


def test_a_command_with_two_effects_is_doubled() -> None:
    kept = sound()
    kept.effects.append(Effect("m1", "t", 3))
    kept.journals["t"].append(3)
    assert found((move("m1", None), *OPERATIONS[1:]), kept).doubled == ["move m1 of ann has 2 effects"]


def test_a_command_without_a_reply_must_not_happen_twice_either() -> None:
    kept = sound()
    kept.effects.append(Effect("m2", "t", 2))
    assert len(found((move("m1"), move("m2", outcome="unknown"), gift("g1")), kept).doubled) == 1


def test_a_refused_command_with_an_effect_is_doubled() -> None:
    assert found((move("m1"), move("m2", outcome="refused"), gift("g1"))).doubled == [
        "move m2 of ann was refused, and has an effect"
    ]


@pytest.mark.parametrize("chips", [0, 100])
def test_a_gift_that_was_paid_twice_or_never_is_found(chips: int) -> None:
    kept = sound()
    kept.effects[2] = Effect("g1", "t", chips=chips)
    assert found(kept=kept).chips == [f"give g1 of ann cost {chips} instead of 50"]


def test_a_chip_that_was_made_is_found_in_sum_and_balance() -> None:
    kept = sound()
    kept.balances["player:ann"] += 1
    findings = found(kept=kept)
    assert findings.ledger == 1
    assert findings.chips == ["player:ann has 51 chips, its transfers make 50"]


def test_a_balance_of_which_no_account_is_kept_is_found() -> None:
    kept = sound()
    del kept.balances[SHOP]
    assert found(kept=kept).chips == [f"{SHOP} has 0 chips, its transfers make 50"]


@pytest.mark.parametrize("versions", [[1, 3], [1, 1, 2], [2, 3], [1, 2, 4]])
def test_a_gap_or_a_repeat_in_a_journal_is_found(versions: list[int]) -> None:
    kept = sound()
    kept.journals["t"] = versions
    assert len(found(kept=kept).order) >= 1


def test_a_table_that_goes_back_on_one_connection_is_found_and_on_the_next_one_is_not() -> None:
    assert len(found(shown=[shown("ann", 2), shown("ann", 1)]).order) == 1
    assert found(shown=[shown("ann", 2), shown("ann", 1, connection=1)]).order == []


@pytest.mark.parametrize(
    "events", [((3, "x"), (3, "x")), ((4, "x"), (3, "x")), ((3, "x"), (5, "x")), ((1, "x"), (2, "x"))]
)
def test_events_that_come_again_out_of_turn_or_with_a_gap_are_found(events: tuple[tuple[int, str], ...]) -> None:
    assert len(found(shown=[shown("ann", 2), shown("ann", 5, *events)]).order) >= 1


def test_different_events_shown_at_one_version_are_found() -> None:
    frames = [shown("ann", 1, (1, "place 1 1")), shown("bob", 1, (1, "place 3 3"))]
    assert found(shown=frames).order == ["t 1: ann was shown place 1 1, bob place 3 3"]


def test_an_event_that_only_one_of_two_may_know_is_no_disagreement() -> None:
    assert found(shown=[shown("ann", 1, (1, "drawn")), shown("bob", 1, (1, ""))]).order == []


def test_an_old_table_shown_to_any_client_after_an_acknowledgement_is_stale() -> None:
    findings = found(reads=[Read("bob", "t", 3.5, version=1)])
    assert findings.stale == ["bob asked for t after 2 had been acknowledged, and got 1"]


def test_a_question_that_was_asked_before_the_acknowledgement_may_be_answered_without_it() -> None:
    assert found(reads=[Read("bob", "t", 2.9, version=1)]).stale == []


def test_a_list_without_an_acknowledged_gift_is_stale() -> None:
    assert found(reads=[Read("ann", "t", 2.5, None, frozenset())]).stale == ["ann asked for t and was not shown ['g1']"]


def test_a_history_keeps_the_first_reply_alone() -> None:
    history = History()
    history.sent(move("m1", outcome="unknown"))
    history.done("m1", 2.0, 1)
    history.refused("m1", 3.0)
    history.done("m1", 4.0, 9)
    history.done("never sent", 4.0)
    kept = history.operations["m1"]
    assert (kept.outcome, kept.answered_s, kept.version, len(history.operations)) == ("done", 2.0, 1, 1)
