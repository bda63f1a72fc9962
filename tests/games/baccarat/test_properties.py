"""What holds at every moment of every table (games/baccarat/RULES.md §2, §5, §8)."""

from collections import Counter
from functools import cache

import pytest

from games import api
from games.baccarat.cards import PACK, texts
from games.baccarat.shoe import reconstruct
from games.baccarat.third_card import laid_out
from tests.games import seeded_matches
from tests.games.baccarat.tables import VARIANTS, game
from tests.games.seeded_matches import Case, Step, bot_move

CASES = [Case(game, f'{{"variant": "{each}"}}', '{"shoe_packs": 1}') for each in VARIANTS]


@cache
def steps(case: Case) -> tuple[Step, ...]:
    """Tables with guests who bet anything, and with computer guests, who come, go and are lost."""
    return (
        *(step for seed in range(3) for step in seeded_matches.match(case, seed)),
        *seeded_matches.match(case, 0, bot_move),
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_card_of_the_packs_is_there_and_the_shoe_is_dealt_in_order(case: Case) -> None:
    for step in steps(case):
        state, view = step.after, game.view(step.after, "public")
        if not state.shoe:
            continue
        assert Counter(state.shoe) == Counter(range(PACK))
        shown = texts(state.shoe[state.gone : state.gone + state.laid])
        assert laid_out(view.player, view.banker) == shown
        assert view.remaining + state.laid + state.gone == len(state.shoe) and view.remaining >= 5


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_round_pays_all_guests_with_held_chips(case: Case) -> None:
    for seed in range(3):
        assert _paid_rounds(seeded_matches.match(case, seed))


def _paid_rounds(match: tuple[Step, ...]) -> int:
    held: dict[int, int] = {}
    paid = 0
    for step in match:
        if not isinstance(step.action, api.Banked):
            continue
        assert isinstance(step.waited, api.Bank)
        if step.waited.kind == "hold":
            assert not held and all(chips >= 200 for chips in step.waited.chips.values())
            held = {seat: chips for seat, chips in step.waited.chips.items() if seat not in step.action.refused}
            continue
        assert step.waited.chips.keys() == held.keys()
        assert not step.before.annulled or step.waited.chips == held
        paid, held = paid + 1, {}
    return paid


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_round_annulled_at_any_moment_gives_all_back(case: Case) -> None:
    moments = [step.after for step in steps(case) if step.after.phase in ("closed", "dealing")]
    assert moments
    for state in moments:
        laid = {seat: sum(guest.stakes.values()) for seat, guest in enumerate(state.guests) if guest and guest.stakes}
        state = game.apply(state, None, api.Cancelled())
        if state.bank == "hold":
            state = game.apply(state, None, api.Banked({}, {}))
        assert game.next(state) == api.Bank(state.round, "pay", laid)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_guests_session_is_the_sum_of_the_rounds(case: Case) -> None:
    for step in steps(case):
        if not (isinstance(step.action, api.Banked) and step.before.bank == "pay"):
            continue
        for before, after in zip(step.before.guests, step.after.guests, strict=True):
            if before and after and before.held:
                won = sum(after.credited.values()) - sum(after.stakes.values())
                assert after.net_round == won and after.net_session == before.net_session + won


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rounds_of_the_bank_go_up_with_each_hold(case: Case) -> None:
    holds = [
        step.before.round
        for step in seeded_matches.match(case, 0)
        if isinstance(step.action, api.Banked) and step.before.bank == "hold"
    ]
    assert holds == sorted(set(holds)) and len(holds) > 5


@pytest.mark.parametrize("case", CASES, ids=str)
def test_chips_lie_only_where_they_may_and_no_guest_with_held_chips_leaves(case: Case) -> None:
    for step in steps(case):
        for seat, guest in enumerate(step.before.guests):
            if guest and guest.held and not isinstance(step.action, api.Banked):
                assert step.after.guests[seat] is not None
        for guest in filter(None, step.after.guests):
            assert all(type(chips) is int and chips > 0 for chips in guest.stakes.values())
            assert not guest.held or step.after.phase in ("closed", "dealing", "settling")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_round_taken_over_in_the_middle_is_the_same(case: Case) -> None:
    for step in steps(case):
        state = step.after
        if state.phase == "dealing":
            drawn, rest = state.shoe[state.gone :][: state.laid], state.shoe[state.gone + state.laid :]
            assert reconstruct(drawn, rest) == (state.dealt, ())
