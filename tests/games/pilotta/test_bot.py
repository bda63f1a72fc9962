"""The computer player (RULES.md §14)."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from typing import Any

import pytest

from bench.computers.pilotta import Match, computer, mirrored, old
from games.api import Draw, Drawn, GameEvent
from games.pilotta import bot
from games.pilotta.cards import BY_TEXT, SUIT_MASKS, TEXTS, mask_of
from games.pilotta.computer import analysis, cards
from games.pilotta.computer.guesses import guesses
from games.pilotta.computer.knowledge import knowledge, lacking_of
from games.pilotta.moves import DECLARE, PASS, TAKE, TAKE_SEVEN, Bid, Choose, Contra, Play
from games.pilotta.state import State, Trick
from games.toolkit.search.chance import Source
from tests.games.pilotta.tables import VARIANTS, anything, game, hand, moment, start
from tests.games.pilotta.test_calls import dealt, said
from tests.games.pilotta.test_view import tricks
from tests.games.seeded_matches import Chance

SHUFFLE = Draw(hand=1, purpose="deal", kind="shuffle", n=32)

STRENGTHS = ("easy", "medium", "strong")
STRONG = "Jh 9h Ah 7h Ac 7d 8d 7s"
NONE = ("Kh Qh 9c 8c Td Jd 9s Ts", "Th 8h Tc Kc Ad Qd As Ks", "Jc 7c 8d 7d Kd Qs Js 8s")


def wants(state: State, strength: Any = "strong", history: Sequence[GameEvent] = (), seed: object = 1) -> Any:
    assert state.turn is not None
    move = game.bot(game.view(state, state.turn), Chance(seed), strength, history)
    assert game.check(state, state.turn, move) is None
    return move


# --- calls ---


def test_a_strong_hand_bids_its_suit_and_a_weak_one_passes() -> None:
    bid = wants(dealt("palatisti", 0, STRONG, *NONE))
    assert isinstance(bid, Bid) and bid.suit == "h"
    weak = "7h 8h Qc 7c Kd 9d 7s 8s"
    assert (
        wants(
            dealt("palatisti", 1, "Jh 9h Ah Th Kh Qh Ac As", weak, "Tc Kc Jc 9c 8c Ad Td Qd", "Jd 8d 7d Ks Qs Js 9s Ts")
        )
        == PASS
    )


def test_the_highest_trumps_and_aces_bid_high() -> None:
    rest = ("8h 9c 8c 7c Td Jd 9s Ts", "Tc Kc Qc 9d Qd Kd Ks 8s", "7h Jc 8d 7d Ad Qs Js 7s")
    bid = wants(dealt("palatisti", 0, "Jh 9h Ah Th Kh Qh Ac As", *rest))
    assert isinstance(bid, Bid) and bid.suit == "h" and (bid.value == "capot" or bid.value >= 100)


def test_a_promise_that_will_fail_is_doubled() -> None:
    state = said(dealt("palatisti", 0, STRONG, *NONE), "240c", "pass", "pass", "pass")
    assert isinstance(wants(state), Contra)


def test_a_promise_that_will_be_kept_is_not_doubled() -> None:
    rest = ("8h 9c 8c 7c Td Jd 9s Ts", "Tc Kc Qc 9d Qd Kd Ks 8s", "7h Jc 8d 7d Ad Qs Js 7s")
    state = said(dealt("palatisti", 0, "Jh 9h Ah Th Kh Qh Ac As", *rest), "80h", "pass", "pass", "pass")
    assert wants(state) == PASS


def test_the_turn_up_is_taken_with_a_strong_hand_of_its_suit() -> None:
    hands = ["Jh 9h 7h Ac 7d", "7c 8c 9c 7s 8s", "Tc Jc 9s Ts 8d", "Kc Qc Js Qs 9d"]
    assert wants(dealt("classic", 0, *hands, "Ah")) == TAKE
    assert wants(dealt("classic", 0, *hands, "Ad")) == PASS
    second = said(dealt("classic", 0, *hands, "Ad"), *["pass"] * 4)
    assert wants(second) == Choose("h")


def test_the_seven_is_always_swapped() -> None:
    assert wants(dealt("classic2", 1, "7c 8c 9c 7s 8s 9s", "Jh 9h 7h Ac 7d 8d", "Th")) == TAKE_SEVEN


def test_declarations_are_always_announced() -> None:
    assert wants(tricks()) == DECLARE


# --- cards ---


def test_a_moment_with_cards_left_out_is_answered_by_a_legal_card() -> None:
    state = moment(
        {"trump": "h", "value": 80, "taker": 0, "hands": {"0": ["Tc", "Kc"]}, "trick": ["Ac", "7c"], "lead": 2}
    )
    assert isinstance(wants(state), Play)


@pytest.mark.parametrize(("variant", "strength"), zip(VARIANTS, STRENGTHS, strict=True))
def test_every_move_of_a_match_with_its_history_is_legal(variant: str, strength: Any) -> None:
    """Four computers play one deal after another until one was scored."""
    match, deals = Match(variant, [computer(strength)] * 2, Chance(1)), Chance("legal", variant)
    for _ in range(60):
        match.step(deals)
        if match.state.scored:
            return
    assert match.state.hand_number > 3, "a deal has no end"


def test_a_seat_that_does_not_follow_overtrump_or_trump_lacks_what_it_had_to_play() -> None:
    trick = Trick(0, tuple(BY_TEXT[card] for card in ("Ac", "9h", "8h", "7d")))
    lacking = lacking_of([trick], 2, 4)
    clubs, hearts = SUIT_MASKS[0], SUIT_MASKS[2]
    assert lacking[:2] == [0, clubs]
    assert lacking[2] == clubs | hand("Jh"), "only the jack is above the nine"
    assert lacking[3] == clubs | hearts


def some_moments(variant: str, seed: int) -> list[tuple[State, list[GameEvent], int]]:
    """Moments of a deal played by frozen computers, with what the seat on turn has seen."""
    match, deals, found = Match(variant, [old, old], Chance(seed)), Chance("moments", variant, seed), []
    while not match.state.scored:
        turn = match.state.turn
        if match.state.phase == "tricks" and turn is not None:
            found.append((match.state, list(match.seen[turn]), turn))
        match.step(deals)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_worlds_agree_with_what_was_seen_and_the_truth_is_never_ruled_out(variant: str) -> None:
    for state, seen, turn in some_moments(variant, 1)[::4]:
        for history in (seen, ()):
            view = game.view(state, turn)
            known = knowledge(view, history)
            assert known.whole == (bool(history) or not state.tricks)
            for seat, own in enumerate(state.hands):
                assert seat == turn or own & ~known.able[seat] == 0, "what a seat holds it may hold"
            for hands in guesses(view, known, 30, Source(1)):
                assert [int(each).bit_count() for each in hands] == list(view.counts)
                assert int(hands[turn]) == state.hands[turn]
                assert all(int(hands[seat]) & ~known.able[seat] == 0 for seat in range(len(hands)) if seat != turn)


def other_worlds(variant: str, seed: int) -> int:
    """Two hidden cards of a deal change places; as long as a seat has seen the same, it does the same. Returns how
    often different worlds were compared."""
    chance, seats = Chance("worlds", variant, seed), 2 if variant == "classic2" else 4
    deck, seat = list(chance.values(SHUFFLE)), chance.below(seats)
    pair = [Match(variant, [old, old], Chance(seed)) for _ in range(2)]
    one, other = chance.values(SHUFFLE)[:2]
    swapped = list(deck)
    swapped[one], swapped[other] = deck[other], deck[one]
    for match, cards_of in zip(pair, (deck, swapped), strict=True):
        match.apply(None, Drawn((0,)))
        match.apply(None, Drawn(tuple(cards_of)))
    compared = 0
    while pair[0].state.turn is not None and pair[0].state.hand_number == 1:
        turn = pair[0].state.turn
        states = [match.state for match in pair]
        if game.view(states[0], seat) != game.view(states[1], seat) or pair[0].seen[seat] != pair[1].seen[seat]:
            return compared
        if turn == seat:
            moves = [wants(match.state, "easy", match.seen[seat]) for match in pair]
            assert moves[0] == moves[1]
            compared += states[0] != states[1]
        move = anything(states[0], turn, Chance(seed, len(pair[0].seen[0])))
        if game.check(states[1], turn, move) is not None:
            return compared
        for match in pair:
            match.apply(turn, move)
    return compared


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_change_no_move(variant: str) -> None:
    assert sum(other_worlds(variant, seed) for seed in range(12)) >= 4


# --- what it costs, and that it is always the same ---


def test_a_card_plays_out_no_more_hands_than_its_level_says(monkeypatch: pytest.MonkeyPatch) -> None:
    real, rows = cards.played, []

    def counting(table: Any, start: Any) -> Any:
        rows.append(len(start.hands))
        return real(table, start)

    monkeypatch.setattr(cards, "played", counting)
    state, seen, _ = some_moments("palatisti", 2)[1]
    for strength in STRENGTHS:
        rows.clear()
        assert wants(state, strength, seen) is not None
        assert len(rows) <= 1 and sum(rows) <= bot.LEVELS[strength].playouts


def some_moves() -> list[str]:
    found = []
    for variant in VARIANTS:
        for state, seen, _ in some_moments(variant, 3)[2:16:9]:
            found += [str(wants(state, strength, seen)) for strength in ("easy", "strong")]
        found.append(str(wants(said(dealt(variant)), "strong")))
    return found


def test_the_same_view_leads_to_the_same_move_in_another_process() -> None:
    code = "import json; from tests.games.pilotta.test_bot import some_moves; print(json.dumps(some_moves()))"
    environment = os.environ | {"PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == some_moves()


# --- how strong it is ---


def test_weaker_strengths_are_weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two play, the strong one with fewer playouts; more by hand: `python -m bench.computers.pilotta`."""
    monkeypatch.setitem(bot.LEVELS, "strong", bot.LEVELS["strong"]._replace(playouts=400, worlds=60))
    assert mirrored(computer("strong"), computer("easy"), 16, 1, "classic2")[0] > 10
    assert mirrored(old, computer("easy"), 16, 1, "classic2")[0] > 0


# --- the analysis of finished matches ---


def test_every_card_is_appraised_the_best_first_and_always_alike() -> None:
    state, seen, turn = next(
        each for each in some_moments("palatisti", 2) if len(game.view(each[0], each[2]).legal) > 2
    )
    view = game.view(state, turn)
    found = analysis.appraised(view, seen, seed=1, scale=0.05)
    assert {each.move.card for each in found if isinstance(each.move, Play)} == set(view.legal)
    assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
    assert analysis.appraised(view, seen, seed=1, scale=0.05) == found


def test_a_pass_and_calls_are_appraised() -> None:
    state = dealt("palatisti", 0, STRONG, *NONE)
    moves = [each.move for each in analysis.appraised(game.view(state, 0), (), seed=1, scale=0.1)]
    assert PASS in moves and any(isinstance(move, Bid) for move in moves)


def test_a_deal_of_all_trumps_and_aces_is_lucky() -> None:
    first = [TEXTS[card] for card in range(32)]
    best = ["Jh", "9h", "Ah", "Th", "Kh", "Ac", "As", "Ad"]
    rest = [card for card in first if card not in best]
    order = [*rest[:3], *rest[3:6], *rest[6:9], *best[:3], *rest[9:11], *rest[11:13], *rest[13:15], *best[3:5]]
    order += [*rest[15:18], *rest[18:21], *rest[21:24], *best[5:8]]
    deck = [BY_TEXT[card] for card in order]
    assert mask_of(deck) == (1 << 32) - 1
    assert analysis.luck("palatisti", deck, 0, seed=1, times=1) > 100
    assert start("palatisti").phase == "deal"


def test_a_deal_is_as_lucky_for_one_team_as_it_is_unlucky_when_all_sit_one_seat_further() -> None:
    """The same cards and calls by seats that belong to the other team: then luck adds up to nothing over many deals.
    One hand of a deal may be called otherwise, because the computers see other worlds; most are not."""
    rng, both, one = random.Random(5), [], []
    for number in range(3):
        deck, dealer = rng.sample(range(32), 32), rng.randrange(4)
        lucky = analysis.luck("palatisti", deck, dealer, seed=number, times=1)
        one.append(abs(lucky))
        both.append(abs(lucky + analysis.luck("palatisti", deck, (dealer + 1) % 4, seed=number, times=1)))
    assert median(both) < median(one) / 2
