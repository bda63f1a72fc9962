"""How the computer player thinks (games/tichu/RULES.md §17)."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games import api
from games.tichu.bot import dragon_to
from games.tichu.cards import ALL, BIT_OF, cards_of
from games.tichu.combos import as_played, readings
from games.tichu.computer import analysis, calls, search, thinking
from games.tichu.computer.cuts import cut_of, key_of
from games.tichu.computer.exchange import gift
from games.tichu.computer.knowledge import knowledge_of, world
from games.tichu.computer.playout import Table, finish
from games.tichu.moves import CallTichu, Exchange, GiveDragon, GrandTichu, Move, Pass, Play
from games.tichu.state import State
from games.toolkit.seeded import Seeded
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance
from tests.games.tichu.hands import anything, at, cards, game
from tests.games.tichu.test_leaks import others_cards_exchanged

STRENGTHS: tuple[Strength, ...] = ("strong", "medium", "easy")
Seen = list[list[api.GameEvent]]


def any_player(state: State, seat: int, chance: Chance, seen: Seen) -> Move:
    """Anything legal, but a Dragon goes where the quick players give it."""
    if state.phase == "dragon":
        return GiveDragon(dragon_to(game.view(state, seat), seat))
    return anything(state, seat, chance)


def easy_player(state: State, seat: int, chance: Chance, seen: Seen) -> Move:
    move: Move = game.bot(game.view(state, seat), chance, "easy", seen[seat])
    return move


def hand(seed: object, choose: Any = any_player) -> Iterator[tuple[State, int | None, Any, Seen]]:
    """One hand: each state with what is done next, by whom, and what each seat has seen."""
    chance, state = Chance(seed), game.start(game.options({}, {}))
    seen: Seen = [[] for _ in range(4)]
    while not state.tallies:
        actor: int | None = None
        match game.next(state):
            case api.Draw() as draw:
                action: Any = api.Drawn(chance.values(draw))
            case api.Wait(number, _, _):
                action = api.Elapsed(number)
            case api.Decide(due, _):
                actor = due[0].seat
                action = choose(state, actor, chance, seen)
        yield state, actor, action, seen
        after = game.apply(state, actor, action)
        for seat in range(4):
            event = game.event(state, actor, action, after, seat)
            seen[seat] += [] if event is None else [event]
        state = after
    yield state, None, None, seen


def decisions(seed: object, choose: Any = any_player) -> Iterator[tuple[State, int, Seen]]:
    """The moments of a hand in which a seat plays a card or passes."""
    for state, actor, _, seen in hand(seed, choose):
        if actor is not None and state.phase == "play":
            yield state, actor, seen


# --- what is known ---


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_knows_what_is_gone_and_every_world_agrees_with_it(seed: int) -> None:
    for state, seat, seen in decisions(("known", seed)):
        known = knowledge_of(game.view(state, seat), seen[seat])
        hands = state.hands
        assert known.gone == ALL & ~(hands[0] | hands[1] | hands[2] | hands[3])
        assert all(not given & ~hands[each] for each, given in enumerate(known.known))
        assert known.piles == tuple(map(points, state.piles))
        found = world(known, Seeded(seed))
        assert [each.bit_count() for each in found] == [each.bit_count() for each in hands]
        assert found[seat] == hands[seat] and found[0] | found[1] | found[2] | found[3] == ALL & ~known.gone
        assert all(not given & ~found[each] for each, given in enumerate(known.known))


def points(mask: int) -> int:
    worth = {"5": 5, "T": 10, "K": 10, "D": 25, "P": -25}
    texts = [text for text, bit in BIT_OF.items() if bit & mask and text != "DOG"]
    return sum(worth.get(text[0], 0) for text in texts)


def test_without_its_beginning_a_history_leaves_worlds_that_have_as_many_cards() -> None:
    for state, seat, _ in decisions("late"):
        known = knowledge_of(game.view(state, seat), ())
        found = world(known, Seeded(3))
        assert [each.bit_count() for each in found] == [each.bit_count() for each in state.hands]
        assert found[seat] == state.hands[seat]


def test_a_caller_holds_more_of_what_makes_a_call() -> None:
    others = ["2j 2s 2p 3j 3s 3p 4j 4s 4p 5j 5s 5p 6j 6s"] * 3
    held = [0, 0]
    for number, called in enumerate((None, "tichu")):
        for seed in range(300):
            base = knowledge_of(game.view(at(["7j 8s", *distinct(others)]), 0), ())
            found = world(base._replace(calls=(None, called, None, None)), Seeded(seed))
            held[number] += (found[1] & BIT_OF["DRG"] > 0) + (found[1] & BIT_OF["PHX"] > 0)
    assert held[1] > 1.3 * held[0]


def distinct(hands: Sequence[str]) -> list[str]:
    """Hands of fourteen cards that are all different."""
    deck = [text for text in BIT_OF if text not in ("7j", "8s")]
    return [" ".join(deck[14 * number : 14 * number + 14]) for number, _ in enumerate(hands)]


# --- playouts ---


@pytest.mark.parametrize("seed", range(12))
def test_the_table_of_playouts_follows_the_rules(seed: int) -> None:
    """A hand of any moves, made on both: the same turns and the same score."""
    table: Table | None = None
    for state, actor, action, _ in hand(("table", seed)):
        if state.tallies:
            first, second = state.tallies[0].points
            assert table is not None and table.score() == first - second
        elif state.phase == "play":
            table = table or Table([cut_of(each) for each in state.hands], state.turn or 0, state.calls)
            assert table.turn == state.turn and [cut.hand for cut in table.cuts] == list(state.hands)
            assert actor is not None
            make(table, state, actor, action)
        elif state.phase == "window" and table is not None and table.key:
            table.take()


def make(table: Table, state: State, seat: int, move: Any) -> None:
    """A move of the rules, on the table."""
    if isinstance(move, Pass):
        others = sum(bool(each) for place, each in enumerate(state.hands) if place != state.plays[-1].seat)
        table.skip()
        assert (table.key == 0) == (len(state.passed) + 1 == others)
        return
    assert isinstance(move, Play)
    mask = cards(" ".join(move.cards))
    top = None if not state.plays else state.plays[-1]
    reading = next(
        each for each in readings(mask) if move.phx_as is None or each.phoenix == "0123456789TJQKA".index(move.phx_as)
    )
    shown = as_played(mask, reading, None if top is None else readings(top.cards)[0]._replace(strength=top.strength))
    table.lay(mask, key_of(shown.kind, shown.length), shown.strength, cut_of(state.hands[seat] & ~mask))
    table.wish = 0


@pytest.mark.parametrize("seed", range(30))
def test_every_playout_ends_with_all_points_scored(seed: int) -> None:
    order = list(range(56))
    Seeded(seed).shuffle(order)
    hands = [sum(1 << card for card in order[place : place + 14]) for place in (0, 14, 28, 42)]
    table = Table([cut_of(each) for each in hands], seed % 4, (None, None, None, None))
    found = finish(table)
    assert found % 10 == 0 and abs(found) <= 200
    assert sum(cut.size for cut in table.cuts) > 0
    if abs(found) < 200:
        assert len(table.out) == 3


# --- decisions ---


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_move_is_allowed_and_the_same_again(strength: Strength) -> None:
    for number, (state, seat, seen) in enumerate(decisions(("legal", strength))):
        if number % 7:
            continue
        view = game.view(state, seat)
        move = game.bot(view, Chance(number), strength, seen[seat])
        assert move is not None and game.check(state, seat, move) is None, move
        assert game.bot(view, Chance(number), strength, list(seen[seat])) == move


def test_worlds_that_are_alike_to_its_seat_are_played_alike() -> None:
    compared = 0
    for number, (state, seat, seen) in enumerate(decisions("alike")):
        other = others_cards_exchanged(state, seat, random.Random(number)) if number % 6 == 0 else None
        if other is None:
            continue
        one, two = (game.bot(game.view(each, seat), Chance(number), "strong", seen[seat]) for each in (state, other))
        assert one == two
        compared += one != Pass()
    assert compared > 3


def test_no_decision_looks_at_more_than_its_strength_says(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = [0]

    def counting(table: Table) -> int:
        counted[0] += 1
        return finish(table)

    monkeypatch.setattr(search, "finish", counting)
    first, second, third = thinking.CARES["strong"].rounds
    most = first * thinking.LEADS_MAX + second * -(-thinking.LEADS_MAX // 2) + third * 2
    for number, (state, seat, seen) in enumerate(decisions("work")):
        if number % 10 == 0:
            counted[0] = 0
            game.bot(game.view(state, seat), Chance(number), "strong", seen[seat])
            assert counted[0] <= most


def test_weaker_computers_choose_worse_plays() -> None:
    """What they choose, by an estimate of more worlds, over moments of some hands and several chances."""
    lost: dict[Strength, float] = dict.fromkeys(STRENGTHS, 0.0)
    for seed in range(2):
        for number, (state, seat, seen) in enumerate(decisions(("weaker", seed), easy_player)):
            view = game.view(state, seat)
            if number % 6 or not view.can_play:
                continue
            top = thinking.top_of(view)
            held = state.hands[seat]
            looked_at = (
                thinking.lead_candidates(view, held) if top is None else thinking.answer_candidates(view, held, top)
            )
            if len(looked_at) < 2:
                continue
            means = {
                each.candidate: each.mean for each in thinking.rated(view, seen[seat], looked_at, Seeded(1), (25,))
            }
            for strength in STRENGTHS:
                for chance in range(2):
                    chosen = thinking.play(view, seen[seat], Seeded(chance), thinking.CARES[strength])
                    lost[strength] += max(means.values()) - means.get(chosen, max(means.values()))
    assert lost["strong"] < lost["medium"] < lost["easy"]
    assert 1.5 * lost["strong"] < lost["easy"]


def test_last_cards_are_played() -> None:
    state = at(["Aj As", "2j 2s 3p", "4j 4s 5p", "6j 6s 7p"])
    for strength in STRENGTHS:
        assert game.bot(game.view(state, 0), Chance(1), strength) == Play(("Aj", "As"))


# --- calls and the exchange ---


def test_strong_hands_are_called_and_weak_ones_are_not() -> None:
    strong = cards("DRG PHX Aj As Ap Kj Ks Kp 9j 9s 9p 2j 2s 2t")
    weak = cards("2j 3s 4p 6j 7s 8p 9j Js Qp 2t 4s 6p 8j DOG")
    assert calls.chance(strong, calls.TICHU_WEIGHTS) > 0.8 > 0.2 > calls.chance(weak, calls.TICHU_WEIGHTS)
    assert calls.is_grand(cards("DRG PHX Aj As Ap At Kj Ks")) and not calls.is_grand(cards("2j 3s 4p 6j 7s 8p 9j Js"))


def test_a_call_is_made_right_before_the_first_card_but_not_beside_a_partners() -> None:
    hands = ["DRG PHX Aj As Ap Kj Ks Kp 9j 9s 9p 2j 2s 2t", "Qj Qs Qp", "Jj Js Jp", "Tj Ts Tp"]
    assert game.bot(game.view(at(hands), 0), Chance(1)) == CallTichu()
    assert isinstance(game.bot(game.view(at(hands, calls={"2": "tichu"}), 0), Chance(1)), Play)


def test_the_sealed_decisions_are_made_once() -> None:
    for state, _, _, _ in hand("sealed"):
        for seat in range(4) if state.phase in ("grand", "exchange") and state.hands else ():
            view = game.view(state, seat)
            move = game.bot(view, Chance(seat))
            if view.answered[seat]:
                assert move is None
            else:
                assert isinstance(move, GrandTichu | Exchange) and game.check(state, seat, move) is None


@pytest.mark.parametrize(
    ("held", "given"),
    [
        ("2j 3s 5p 6j 7s 8p 9t Tj Ts Jp Qs Kt Aj As", {"2j"}),
        ("2j 2s 2p 2t 6j 7s 8p 9t Tj Js Qp Qs Aj As", set()),
    ],
)
def test_low_cards_that_make_nothing_go_to_opponents_and_bombs_are_kept(held: str, given: set[str]) -> None:
    found = gift(cards(held))
    three = {found.next, found.partner, found.prev}
    assert len(three) == 3 and three <= set(held.split()) and given <= three
    assert not three & {"2j", "2s", "2p", "2t"} or given


def test_a_partner_with_a_call_gets_a_better_card() -> None:
    held = cards("DRG 2j 3s 5p 6j 7s 8p 9t Tj Ts Jp Qs Kt Aj")
    rank = "23456789TJQKA"
    usual, called = gift(held).partner, gift(held, partner_called=True).partner
    assert called == "DRG" or rank.index(called[0]) >= rank.index(usual[0])


def test_the_odd_rank_goes_to_the_next_seat() -> None:
    found = gift(cards("2j 3s 4p 4t 6j 7s 8p 9t Tj Js Qp Kt Aj As"))
    next_, prev = ("23456789TJQKA".index(card[0]) + 2 for card in (found.next, found.prev))
    assert next_ % 2 == 1 or prev % 2 == 0
    assert len(list(cards_of(cards(f"{found.next} {found.prev}")))) == 2


# --- analysis ---


def test_an_analysis_rates_the_moves_of_the_seat_in_turn() -> None:
    rated = 0
    for number, (state, seat, seen) in enumerate(decisions("analysis")):
        if number % 12:
            continue
        view = game.view(state, seat)
        found = analysis.rated_moves(view, seen[seat], seed=1, rounds=(6,))
        assert found == analysis.rated_moves(view, list(seen[seat]), seed=1, rounds=(6,))
        assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
        assert all(game.check(state, seat, each.move) is None and each.worlds == 6 for each in found)
        assert all(0 <= each.first <= 1 and -600 <= each.points <= 600 for each in found)
        assert not analysis.rated_moves(game.view(state, (seat + 1) % 4), (), seed=1)
        rated += len(found) > 1
    assert rated
