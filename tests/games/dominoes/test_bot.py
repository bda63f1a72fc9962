"""The computer player (games/dominoes/RULES.md §12)."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from bench.computers.dominoes import computer, hand, mirrored, old, shy
from games.api import Drawn, GameEvent
from games.dominoes import bot
from games.dominoes.computer import analysis, playout, search
from games.dominoes.computer.guesses import guesses, likelihoods
from games.dominoes.computer.knowledge import knowledge
from games.dominoes.computer.policy import NOWHERE, PIP, scores, slots_of
from games.dominoes.moves import Lay
from games.dominoes.rules import after_lay
from games.dominoes.state import State
from games.dominoes.tiles import BY_TEXT, SUITS, TEXTS, mask_of, members, pips, texts
from games.toolkit.search.chance import Source
from tests.games.dominoes.hands import DEAL, Chance, at, game, lay, opened, played, rows

CLOSING = "6-6 6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4"
"""Ends 6 and 4; of the sixes only 6-4 is not laid."""
STRENGTHS = ("easy", "medium", "strong")
LEADER, LAYS = 3, ["6-5", "6-4 up_left"]
"""Two lays of the test vector's deal (DEAL)."""


def wish(state: State, strength: Any = "strong", history: Sequence[GameEvent] = (), seed: object = 0) -> Lay | None:
    return game.bot(game.view(state, state.turn or 0), Chance(seed), strength, history)


def seen_by(seat: int, deal: Sequence[int], leader: int, lays: Sequence[str]) -> tuple[State, list[GameEvent]]:
    """A hand after some lays, and what a seat has seen of it."""
    state = game.apply(game.start(game.options({}, {})), None, Drawn((leader,)))
    after = game.apply(state, None, Drawn(tuple(deal)))
    seen = [game.event(state, None, Drawn(tuple(deal)), after, seat)]
    for text in lays:
        state, after = after, lay(after, text)
        tile, _, side = text.partition(" ")
        seen.append(game.event(state, state.turn, Lay(tile, side or None), after, seat))
    return after, seen


# --- what it lays ---


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_only_option_is_taken(strength: str) -> None:
    assert wish(at(rows("6-1 5-4", "5-5", "2-2", "0-0"), "3-5 5-6", 0), strength) == Lay("6-1")


def test_a_block_is_taken_when_few_pips_are_left_against_many() -> None:
    """Own 2 pips and the partner's one tile against six tiles."""
    few = at(rows("6-4 1-1", "5-5 5-3 4-3", "4-4", "5-2 5-1 5-0"), CLOSING, 0, leader=1)
    assert wish(few) == Lay("6-4", "down_right")


def test_a_block_is_not_sought_when_the_partner_holds_most() -> None:
    """The partner's six tiles against two: the block would be lost."""
    many = at(rows("6-4 4-4 4-3 4-1", "5-5", "5-3 5-2 5-1 5-0 3-3 3-1", "2-2"), CLOSING, 0, leader=1)
    assert wish(many) != Lay("6-4", "down_right")


def test_a_run_out_match_is_blocked_where_an_opponent_would_run_out_next() -> None:
    """Nobody wins a block there; the partner holds three tiles, the next seat one."""
    hand = at(rows("6-4 4-0 1-1", "4-2", "4-4 5-3 4-3", "5-2"), CLOSING, 0, leader=1, target="runout")
    assert wish(hand) == Lay("6-4", "down_right")


@pytest.mark.parametrize("target", [100, 200, "runout"])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_lay_is_an_option(target: Any, strength: str) -> None:
    states = [state for state in played(("legal", target), target) if state.turn is not None][::45]
    for state in states:
        move = wish(state, strength)
        assert move is not None and game.check(state, state.turn, move) is None


def test_the_bot_makes_no_move_out_of_turn() -> None:
    state = opened(0)
    for viewer in (1, 2, 3, "public", "open"):
        assert game.bot(game.view(state, viewer), Chance(0)) is None


# --- what it knows ---


def test_lays_are_read_back_from_the_history_with_what_had_been_shown_before_each() -> None:
    state, seen = seen_by(2, DEAL, LEADER, LAYS)
    known = knowledge(game.view(state, 2), seen)
    read = [(each.seat, TEXTS[each.tile], each.up, each.down) for each in known.lays]
    assert read == [(3, "6-5", -1, -1), (0, "6-4", 6, 5)]
    late = knowledge(game.view(state, 2), seen[-1:])
    assert [TEXTS[each.tile] for each in late.lays] == ["6-4"], "a seat taken over knows the end alone"
    assert knowledge(game.view(state, 2), seen[:-1]).lays == (), "a lay that does not fit the chain ends it"


def test_no_world_gives_a_seat_a_value_on_which_it_was_skipped() -> None:
    for state in list(played("worlds"))[::9]:
        if state.turn is None or not state.chain:
            continue
        known = knowledge(game.view(state, state.turn), ())
        for hands in guesses(known, 40, Source(1), inferring=False):
            assert [int(each).bit_count() for each in hands] == list(known.counts)
            assert int(hands[state.turn]) == state.hands[state.turn]
            assert sum(int(each) for each in hands) == sum(state.hands)
            for seat in range(4):
                if seat != state.turn:
                    lacking = mask_of(
                        tile for v in range(7) if known.lacks[seat] >> v & 1 for tile in members(SUITS[v])
                    )
                    assert not int(hands[seat]) & lacking


def test_a_world_in_which_a_lay_was_a_strange_one_is_less_likely() -> None:
    """Seat 0 laid 6-4 on 6-5: with 5-5 in its hand it would rather have laid that."""
    state, seen = seen_by(2, DEAL, LEADER, LAYS)
    known = knowledge(game.view(state, 2), seen)
    worlds = guesses(known, 400, Source(1), inferring=False)
    likely = likelihoods(known, worlds)
    double = (worlds[:, 0] >> BY_TEXT["5-5"] & 1).astype(bool)
    assert likely[double].mean() < likely[~double].mean()


def other_worlds(seed: int) -> int:
    """Two hidden tiles change places in a deal; as long as a seat has seen the same, it lays the same. Returns how
    often different worlds were compared."""
    chance, compared = Chance(("worlds", seed)), 0
    deal, seat, leader = chance.random.sample(range(28), 28), chance.below(4), chance.below(4)
    hidden = [place for place in range(28) if place // 7 != seat]
    one, other = chance.random.sample(hidden, 2)
    swapped = list(deal)
    swapped[one], swapped[other] = deal[other], deal[one]
    lays: list[str] = []
    while True:
        try:
            (state, seen), (world, also_seen) = (seen_by(seat, each, leader, lays) for each in (deal, swapped))
        except AssertionError:
            return compared
        if state.turn is None or [event.data for event in seen] != [event.data for event in also_seen]:
            return compared
        if state.turn == seat:
            for strength in STRENGTHS:
                assert wish(state, strength, seen) == wish(world, strength, also_seen)
            compared += state.hands != world.hands
        move = chance.random.choice(list(game.legal(state, state.turn)))
        lays.append(move.tile if move.side is None else f"{move.tile} {move.side}")


def test_hidden_tiles_change_no_lay() -> None:
    assert sum(other_worlds(seed) for seed in range(3)) >= 3


# --- the playouts ---


def promise(own: int, tile: int, up: int, down: int, against: int, partner: int) -> int:
    """The promise of a lay that leaves these ends, counted one by one (§12)."""
    followers = own & ~(1 << tile) & (SUITS[up] | SUITS[down])
    skips = sum((against >> value & 1) - (partner >> value & 1) for value in (up, down))
    high, low = (int(half) for half in TEXTS[tile].split("-"))
    return high + low + 5 * (high == low) + 3 * followers.bit_count() + 4 * skips


def test_many_promises_at_once_are_those_counted_one_by_one() -> None:
    import numpy as np

    chance = Chance("promises")
    for _ in range(200):
        own = mask_of(chance.random.sample(range(28), 1 + chance.below(7)))
        up, down, against, partner = chance.below(7), chance.below(7), chance.below(128), chance.below(128)
        by_row = (np.array([value], dtype=np.int32) for value in (own, up, down, against, partner))
        slots = slots_of(np.array([own]))
        found = scores(slots, *by_row)
        for slot, tile in enumerate(slots[0]):
            for end, value, other in (("up", up, down), ("down", down, up)):
                score = int(getattr(found, end)[0][slot])
                fits = tile < 28 and own >> int(tile) & 1 and SUITS[value] >> int(tile) & 1
                if not fits or (end == "down" and up == down):
                    assert score == NOWHERE
                    continue
                new = sum(int(half) for half in TEXTS[tile].split("-")) - value
                assert score == PIP * promise(own, int(tile), new, other, against, partner)


def slowly_played(hands: list[int], up: int, down: int, lacks: list[int], seat: int) -> tuple[bool, int, list[int]]:
    """The end of a hand by the best promise, tile by tile: blocked, the last seat, what is left."""
    while True:
        fits = [tile for tile in sorted(members(hands[seat])) if (SUITS[up] | SUITS[down]) >> tile & 1]
        both = [(tile, end) for end in ("up", "down") for tile in fits if end == "up" or up != down]
        best: Any = None
        for tile, end in both:
            value, other = (up, down) if end == "up" else (down, up)
            if SUITS[value] >> tile & 1:
                new = sum(int(half) for half in TEXTS[tile].split("-")) - value
                against, partner = lacks[(seat + 1) % 4], lacks[(seat + 2) % 4]
                worth = promise(hands[seat], tile, new, other, against, partner)
                if best is None or worth > best[0]:
                    best = worth, tile, (new, other) if end == "up" else (other, new)
        _, tile, (up, down) = best
        hands[seat] ^= 1 << tile
        if not hands[seat]:
            return False, seat, hands
        for step in range(1, 5):
            if hands[(seat + step) % 4] & (SUITS[up] | SUITS[down]):
                break
            lacks[(seat + step) % 4] |= 1 << up | 1 << down
        else:
            return True, seat, hands
        seat = (seat + step) % 4


def test_playouts_end_as_hands_played_tile_by_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setattr(playout, "NOISE", 0)
    chance = Chance("playouts")
    deals = [chance.random.sample(range(28), 28) for _ in range(60)]
    hands = [[mask_of(deal[7 * seat : 7 * seat + 7]) for seat in range(4)] for deal in deals]
    firsts = [max(members(each[0])) for each in hands]
    for each, first in zip(hands, firsts, strict=True):
        each[0] ^= 1 << first
    ups, downs = ([int(TEXTS[first].split("-")[half]) for first in firsts] for half in (0, 1))
    table = playout.Table(
        np.array(hands, dtype=np.int32),
        np.array(ups, dtype=np.int32),
        np.array(downs, dtype=np.int32),
        np.zeros((60, 4), dtype=np.int32),
    )
    ends = playout.played(table, 1, Source(1))
    for row, own in enumerate(hands):
        ending, turn, passed = after_lay(((firsts[row] and ups[row]) * 7 + downs[row],), tuple(own), 0)
        assert ending is None and turn is not None
        lacks = [(1 << ups[row] | 1 << downs[row]) * (seat in passed) for seat in range(4)]
        blocked, _last, left = slowly_played(list(own), ups[row], downs[row], lacks, turn)
        assert bool(ends.blocked[row]) == blocked
        assert [int(ends.pips[row][side]) for side in (0, 1)] == [
            pips(left[0]) + pips(left[2]),
            pips(left[1]) + pips(left[3]),
        ]


# --- what it costs, and that it is always the same ---


def test_a_decision_plays_out_no_more_hands_than_its_level_says(monkeypatch: pytest.MonkeyPatch) -> None:
    real, rows_played = search.played, []

    def counting(table: playout.Table, seat: int, source: Source) -> playout.Ends:
        rows_played.append(len(table.up))
        return real(table, seat, source)

    monkeypatch.setattr(search, "played", counting)
    for strength in STRENGTHS:
        for state in (opened(0), lay(opened(3), "6-5")):
            rows_played.clear()
            wish(state, strength)
            assert len(rows_played) == 1 and rows_played[0] <= bot.LEVELS[strength].playouts


def some_lays() -> list[str]:
    states = [state for state in played("alike") if state.turn is not None][3:60:19]
    return [str(wish(state, strength)) for state in states for strength in STRENGTHS]


def test_the_same_view_leads_to_the_same_lay_in_another_process() -> None:
    code = "import json; from tests.games.dominoes.test_bot import some_lays; print(json.dumps(some_lays()))"
    environment = os.environ | {"PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == some_lays()


# --- how strong it is ---


def ahead(one: Any, other: Any, deals: int) -> float:
    """Points a hand over some deals, each played both ways."""
    return mirrored(one, other, deals, seed=5)[0]


def test_weaker_strengths_are_weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strong one with a tenth of its playouts; more by hand: `python -m bench.computers.dominoes`."""
    monkeypatch.setitem(bot.LEVELS, "strong", bot.LEVELS["strong"]._replace(playouts=600))
    assert ahead(computer("strong"), computer("easy"), 10) > 4
    assert ahead(computer("medium"), computer("easy"), 14) > 1


def test_the_second_style_of_the_bench_is_another_one_and_plays_hands_to_their_ends() -> None:
    points = {hand(list(range(28)), leader, (shy, old), Chance(1)) for leader in range(4)}
    assert len(points) > 1 and texts


# --- the analysis of finished matches ---


def test_every_option_is_appraised_the_best_first_and_always_alike() -> None:
    state, seen = seen_by(0, DEAL, LEADER, LAYS[:1])
    view = game.view(state, 0)
    found = analysis.appraised(view, seen, seed=1, playouts=2_000)
    assert len(found) == len(view.options) > 1
    assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
    assert all(game.check(state, 0, each.move) is None for each in found)
    assert analysis.appraised(view, seen, seed=1, playouts=2_000) == found


@pytest.mark.parametrize("target", [100, 200, "runout"])
def test_a_deal_is_as_lucky_for_one_side_as_it_is_unlucky_when_the_sides_are_exchanged(target: Any) -> None:
    """Side 0 leads with all doubles but one against the lightest tiles; then the seats are turned by one."""
    light = mask_of(BY_TEXT[text] for text in ["1-0", "2-0", "2-1", "3-0", "3-1", "4-0", "3-2"])
    doubles = mask_of(BY_TEXT[f"{value}-{value}"] for value in range(7))
    others = [tile for tile in range(28) if not (light | doubles) >> tile & 1]
    dealt = (doubles, light, mask_of(others[:7]), mask_of(others[7:]))
    turned = (dealt[3], dealt[0], dealt[1], dealt[2])
    lucky, unlucky = analysis.luck(target, dealt, 0, 1), analysis.luck(target, turned, 1, 2)
    assert lucky == pytest.approx(-unlucky, abs=0.2 if target == "runout" else 5)
    assert abs(lucky) > (0.1 if target == "runout" else 2)
