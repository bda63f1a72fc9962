"""Laws of badges, and the deeds in hands as the games record them: services/ranking/RULES.md §9."""

from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given

from games import registry
from games.api import Hand
from games.buraco.view_parts import CountedHand as BuracoHand
from games.mpirimpa.view_parts import CountedHand as MpirimpaHand
from games.pilotta.hand_record import LastHand
from games.tavli.state import Ended
from games.tichu.scoring import hand_of
from games.tichu.state import Tally
from services.ranking.badges import deeds, rules
from services.ranking.badges.rules import Deed, MatchDeeds, earned, progress, superfluous
from tests.support.services.match_events import finished

_DEEDS = st.sampled_from([
    Deed("won_tavli", when="won"), Deed("stayed", when="stayed"), Deed("pilotta_capot", when="stayed"),
    *(Deed("people", f"p{number}") for number in range(14)), *(Deed("problems", f"d{number}") for number in range(40)),
])  # fmt: skip


@st.composite
def _found(draw: st.DrawFn, low_ms: int = 0, high_ms: int = 100, prefix: str = "s") -> list[MatchDeeds]:
    """Matches with deeds, each with a source of its own."""
    facts = st.tuples(st.integers(low_ms, high_ms), st.booleans(), st.booleans(), st.booleans(), st.lists(_DEEDS))
    drawn = draw(st.lists(facts, max_size=40))
    return [
        MatchDeeds("ana", f"{prefix}{number}", at_ms, counts, won, stayed, tuple(found))
        for number, (at_ms, counts, won, stayed, found) in enumerate(drawn)
    ]


@given(found=_found(), data=st.data())
def test_the_order_of_deeds_changes_nothing(found: list[MatchDeeds], data: st.DataObject) -> None:
    assert earned(progress(data.draw(st.permutations(found)))) == earned(progress(found))


@given(found=_found(), more=_found(prefix="t"))
def test_more_deeds_take_no_badge_away_and_make_none_later(found: list[MatchDeeds], more: list[MatchDeeds]) -> None:
    before, after = earned(progress(found)), earned(progress(found + more))
    assert all(badge in after and after[badge] <= moment for badge, moment in before.items())


@given(found=_found(), later=_found(50, 100, "t"))
def test_what_is_superfluous_changes_no_badge_whatever_comes_later(
    found: list[MatchDeeds], later: list[MatchDeeds]
) -> None:
    gone = superfluous(found, 50)
    kept = [each for each in found if each.source not in gone]
    assert all(each.at_ms < 50 for each in found if each.source in gone)
    assert earned(progress(kept + later)) == earned(progress(found + later))


@given(found=_found(0, 49))
def test_of_settled_deeds_no_more_are_kept_than_badges_need(found: list[MatchDeeds]) -> None:
    kept = len(found) - len(superfluous(found, 50))
    assert kept <= sum(rules.needed(badge) for badge in rules.BADGES)


def test_every_game_with_players_against_each_other_has_a_badge() -> None:
    family = {game.id: registry.entries()[game.id].family.__name__.rpartition(".")[2] for game in registry.games()}
    banked = {game.id for game in registry.games() if game.house_banked}
    assert {game: name for game, name in family.items() if game not in banked} == deeds.FAMILY_OF
    assert {f"won_{name}" for name in deeds.FAMILY_OF.values()} <= set(rules.BADGES)


# --- the deeds of hands ---


def done(game: str, hand: Hand, seats: int = 4, **how: Any) -> dict[int, set[str]]:
    """Seat → badges for which a match with this hand counts, without those of every match."""
    sides = [[0, 2], [1, 3]] if seats == 4 else [[0], [1]]
    accounts = [f"a{seat}" for seat in range(seats)]
    event = finished("m", *accounts, game=game, sides=sides, hands=[msgspec.to_builtins(hand)], **how)
    usual = {"people", "stayed", *(f"won_{name}" for name in deeds.FAMILY_OF.values())}
    return {
        seat: names
        for seat, found in enumerate(deeds.of_match(event))
        if (names := {deed.name for deed in found.done()} - usual)
    }


@pytest.mark.parametrize(
    ("how", "points", "found"),
    [("bear_off", 2, {1: {"tavli_double"}}), ("bear_off", 1, {}), ("mother", 2, {}), ("left", 2, {})],
)
def test_a_double_game_of_tavli_is_its_winners(how: Any, points: int, found: dict[int, set[str]]) -> None:
    ended = Ended("portes", 1, points, how)
    hand = Hand(1, ended.winner, (0, ended.points), {"variant": ended.variant, "how": ended.how})
    assert done("tavli", hand, seats=2) == found


@pytest.mark.parametrize(("team", "found"), [(None, {}), (0, {0: {"pilotta_capot"}, 2: {"pilotta_capot"}})])
def test_all_tricks_are_a_capot_of_both_partners(team: int | None, found: dict[int, set[str]]) -> None:
    assert "all_tricks_by" in LastHand.__struct_fields__
    assert done("pilotta", Hand(1, 0, (25, 0), {"all_tricks_by": team})) == found


def test_a_leaver_has_done_nothing_in_the_hands_of_the_match() -> None:
    assert done("pilotta", Hand(1, 0, (25, 0), {"all_tricks_by": 0}), departed=[2]) == {0: {"pilotta_capot"}}


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ((None, "tichu", None, None), {1: {"tichu_made"}}),
        ((None, "grand", None, "tichu"), {1: {"tichu_made"}}),
        (("tichu", None, None, None), {}),
    ],
)
def test_a_tichu_is_made_by_its_caller_where_that_seat_is_out_first(calls: Any, found: dict[int, set[str]]) -> None:
    tally = Tally(1, (1, 0, 2), calls, False, (50, 50), (50, 150), (50, 150), 3, (), ())
    assert done("tichu", hand_of(tally)) == found


@pytest.mark.parametrize(
    ("game", "kind", "name"),
    [("buraco", BuracoHand, "buraco_clean"), ("mpirimpa_pro", MpirimpaHand, "mpirimpa_clean")],
)
@pytest.mark.parametrize(("which", "is_clean"), [("clean", True), ("dirty", False), ("open", False)])
def test_a_meld_without_wild_cards_is_its_sides(game: str, kind: Any, name: str, which: str, is_clean: bool) -> None:
    assert "sides" in kind.__struct_fields__
    data = {"sides": [{"melds": []}, {"melds": [{"class": "dirty"}, {"class": which}]}]}
    assert done(game, Hand(1, 0, (0, 300), data)) == ({1: {name}, 3: {name}} if is_clean else {})


def test_a_hand_that_says_less_has_no_deeds() -> None:
    for game in ("tavli", "pilotta", "tichu", "buraco", "mpirimpa"):
        assert done(game, Hand(1, None, (0, 0), {}), seats=2 if game == "tavli" else 4) == {}
