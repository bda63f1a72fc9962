"""What holds for every game, as functions that fail for a game which breaks it (test_laws.py)."""

import json
from collections.abc import Callable, Sequence
from itertools import islice, pairwise, product
from typing import Any

import msgspec

from games import api
from services.kernel.refusal import Refusal
from services.kernel.strength import Strength
from tests import conformance
from tests.conformance.previews import preview_of
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.probes import (
    JUNK,
    answers,
    different,
    garbage,
    logged,
    look_alikes,
    other_world,
    probes,
    unlogged,
    unreadable,
)
from tests.games.seeded_matches import (
    LEGAL_LISTED,
    Case,
    Chance,
    Step,
    bot_move,
    encode,
    match,
    matches,
    movers,
    opening,
    some_states,
)

Law = Callable[[Case], None]
STRENGTHS: tuple[Strength, ...] = ("strong", "medium", "easy")
SCALES = (1.0, 0.5, 0.25, 0.125)
"""Shares of its work that a computer player may do."""
BOT_MOMENTS, BOT_STEPS = 24, 30
"""So many decisions of a computer player are looked at, and so many steps before the end it takes a match over: it may
think for long."""
HISTORY_STEPS = 60
"""So far into a match histories are compared."""


def its_shape_is_whole(case: Case) -> None:
    """Id, rules number, types with a JSON Schema, and sides that share out the seats 0, 1 …"""
    game = case.game
    assert game.id and game.rules >= 1 and game.house_banked in (True, False)
    for kind in (game.state_type, game.options_type, game.view_type, game.move_type):
        assert msgspec.json.schema(kind)
    assert case.seats() == list(range(len(case.seats())))
    assert type(case.chosen()) is game.options_type
    assert type(case.start()) is game.state_type


def options_are_read_or_refused(case: Case) -> None:
    """Options that cannot be are `options_invalid`; nothing raises."""
    wrong: list[Any] = [{"no_such_option": 1}, *({name: junk} for name in json.loads(case.options) for junk in JUNK)]
    for raw in wrong:
        chosen = case.game.options(raw, json.loads(case.frozen))
        if isinstance(chosen, Refusal):
            assert chosen.error == "options_invalid", raw
        else:
            assert type(chosen) is case.game.options_type, raw
    refused = case.game.options({"no_such_option": 1}, json.loads(case.frozen))
    assert isinstance(refused, Refusal)


def check_agrees_with_legal(case: Case) -> None:
    """A legal move passes `check`; a move that passes is legal, where the legal ones can all be listed."""
    moves = probes(case)
    for state in some_states(case, 75):
        for seat in case.seats():
            legal = list(islice(case.game.legal(state, seat), LEGAL_LISTED + 1))
            refused = [move for move in legal if case.game.check(state, seat, move) is not None]
            assert not refused, f"seat {seat}: legal and refused: {refused[0]}"
            if len(legal) <= LEGAL_LISTED:
                passed = [move for move in moves if case.game.check(state, seat, move) is None and move not in legal]
                assert not passed, f"seat {seat}: passes and is not legal: {passed[0]}"


def what_is_played_was_listed(case: Case) -> None:
    """A move that a match accepted was among the legal ones, or leads where one of these leads (cards laid in another
    order), where all of them can be listed."""
    for step in match(case, 0, bot_move):
        if step.actor is None:
            continue
        legal = list(islice(case.game.legal(step.before, step.actor), LEGAL_LISTED + 1))
        if step.action in legal or len(legal) > LEGAL_LISTED:
            continue
        led_to = (case.game.apply(step.before, step.actor, move) for move in legal)
        after = encode(step.after)
        assert any(encode(state) == after for state in led_to), f"seat {step.actor}: {step.action} is not listed"


def who_has_no_turn_may_not_move(case: Case) -> None:
    """Seats neither due nor in `may` have no legal move, and every move of theirs is refused; after the end all."""
    moves = probes(case)
    for state in some_states(case):
        for seat in set(case.seats()) - movers(case.game.next(state)):
            assert next(case.game.legal(state, seat), None) is None
            assert all(case.game.check(state, seat, move) is not None for move in moves)


def moves_are_read_as_they_were_written(case: Case) -> None:
    """`parse(write(move)) == move`, through JSON."""
    for move in probes(case):
        written = case.game.write(move)
        assert isinstance(written["move"], str)
        assert case.game.parse(msgspec.json.decode(encode(written))) == move
        assert msgspec.convert(written, case.game.move_type) == move


def everything_survives_json(case: Case) -> None:
    """Options, states and views are the same after they were written and read with their types."""
    game = case.game
    assert msgspec.json.decode(encode(case.chosen()), type=game.options_type) == case.chosen()
    for state in some_states(case):
        assert msgspec.json.decode(encode(state), type=game.state_type) == state
        for viewer in case.viewers():
            view = game.view(state, viewer)
            assert type(view) is game.view_type
            assert msgspec.json.decode(encode(view), type=game.view_type) == view


def a_log_replays_alike(case: Case) -> None:
    """The actions of a match, written and read again, give the same state after each."""
    for steps in matches(case):
        log = [(step.actor, logged(case, step.action)) for step in steps]
        state = case.start()
        for (actor, line), step in zip(log, steps, strict=True):
            state = case.game.apply(state, actor, unlogged(case, line))
            assert encode(state) == encode(step.after)


def look_alike_worlds_answer_alike(case: Case) -> None:
    """States that a seat cannot distinguish refuse it the same, with the same details, and let it move the same."""
    moves: list[Any] = [*probes(case, 30), api.Unreadable("x"), *unreadable(case)]
    worlds = look_alikes(case)
    for seat in case.seats():
        alike: dict[bytes, list[Any]] = {}
        for state in worlds:
            alike.setdefault(encode(case.game.view(state, seat)), []).append(state)
        for first, *others in alike.values():
            expected = answers(case, first, seat, moves) if others else b""
            assert all(answers(case, other, seat, moves) == expected for other in others)


def look_alike_worlds_have_one_history(case: Case) -> None:
    """As long as a seat sees the same in two worlds, its events are the same, and so are its computer player's moves
    with them."""
    for seed in range(4):
        one_history(case, seed, seed)


def one_history(case: Case, seed: int, world: int) -> None:
    """That law for one opening and one other world of each of its deals."""
    steps = opening(case, seed, HISTORY_STEPS)
    for place, step in enumerate(steps):
        if isinstance(step.action, api.Drawn) and step.waited.kind == "shuffle":
            others = list(other_world(case, steps[place:], Chance("history", place, world)))
            for seat in case.seats():
                _have_one_history(case, seat, steps[place:], others)


def _have_one_history(case: Case, seat: int, steps: Sequence[Step], others: Sequence[Step]) -> None:
    game, history = case.game, list[api.GameEvent]()
    moment: Step | None = None
    for step, other in zip(steps, others, strict=False):
        if encode(game.view(step.after, seat)) != encode(game.view(other.after, seat)):
            break
        events = [game.event(each.before, each.actor, each.action, each.after, seat) for each in (step, other)]
        assert encode(events[0]) == encode(events[1]), f"seat {seat}: {events}"
        history += [event for event in events[:1] if event is not None]
        if any(seat in movers(game.next(each.after)) for each in (step, other)):
            moment, known, alike = step, tuple(history), other
    if moment is not None:
        for strength, scale in (("easy", 1.0), ("strong", SCALES[-1])):
            moves = [
                game.bot(game.view(each.after, seat), Chance(1), strength, known, scale) for each in (moment, alike)
            ]
            assert encode(moves[0]) == encode(moves[1]), f"seat {seat}, {strength}: {moves}"


def what_is_told_is_plain(case: Case) -> None:
    """Every viewer's events can be sent, and no event reveals another state."""
    for steps in matches(case):
        for step in steps[:300]:
            for viewer in case.viewers():
                told = case.game.event(step.before, step.actor, step.action, step.after, viewer)
                assert told is None or (told.kind and msgspec.json.decode(encode(told.data)) == told.data)


def bots_move_legally(case: Case) -> None:
    """At moments of many matches a computer player of each strength makes a legal move where its seat owes one,
    with whatever share of its work; the same one again, with the same chance."""
    moments = [(state, seat) for state in some_states(case) for seat in case.seats() if _owes(case, state, seat)]
    for number, (state, seat) in enumerate(moments[:: max(1, len(moments) // BOT_MOMENTS)]):
        strength = STRENGTHS[number % len(STRENGTHS)]
        view = case.game.view(state, seat)
        scale = SCALES[number % len(SCALES)]
        move = case.game.bot(view, Chance(number), strength, (), scale)
        assert move is not None and case.game.check(state, seat, move) is None, f"{strength}, {scale}: {move}"
        assert case.game.bot(view, Chance(number), strength, (), scale) == move, f"{strength}: not the same again"


def bots_play_to_the_end(case: Case) -> None:
    """Computer players bring a match to its end from where it is not far."""
    if case.game.house_banked:
        return
    steps, chance = match(case, 0, bot_move), Chance("end")
    state = steps[-BOT_STEPS].before if len(steps) > BOT_STEPS else case.start()
    for number in range(20 * BOT_STEPS):
        waits = case.game.next(state)
        if isinstance(waits, api.Over) or len(case.game.progress(state).hands) > len(_hands(case, steps)):
            return
        actor, action = _by_computers(case, state, waits, chance, STRENGTHS[number % len(STRENGTHS)])
        state = case.game.apply(state, actor, action)
    raise AssertionError("no end")


def _hands(case: Case, steps: Sequence[Step]) -> Sequence[api.Hand]:
    """The hands that a match has had; another one may take its place, no more."""
    return case.game.progress(steps[-1].after).hands


def _by_computers(case: Case, state: Any, waits: Any, chance: Chance, strength: Strength) -> tuple[int | None, Any]:
    if isinstance(waits, api.Draw):
        return None, api.Drawn(chance.values(waits))
    if isinstance(waits, api.Wait):
        return None, api.Elapsed(waits.number)
    seat = waits.due[0].seat
    move = case.game.bot(case.game.view(state, seat), chance, strength)
    assert case.game.check(state, seat, move) is None, f"{strength}: {move}"
    return seat, move


def _owes(case: Case, state: Any, seat: int) -> bool:
    waits = case.game.next(state)
    return isinstance(waits, api.Decide) and any(due.seat == seat for due in waits.due)


def bots_do_not_move_for_others(case: Case) -> None:
    """Asked for a seat that may move and need not, the computer player wants nothing or a move that it may make."""
    asked = 0
    for state in some_states(case):
        for seat in case.seats():
            if asked < BOT_MOMENTS and seat in movers(case.game.next(state)) and not _owes(case, state, seat):
                asked += 1
                move = case.game.bot(case.game.view(state, seat), Chance(1))
                assert move is None or case.game.check(state, seat, move) is None
            elif asked < BOT_MOMENTS and seat not in movers(case.game.next(state)):
                move = case.game.bot(case.game.view(state, seat), Chance(1))
                assert move is None, f"seat {seat} may not move: {move}"


def results_are_whole(case: Case) -> None:
    """A place for every seat, the same within a side, from 1 on; points for every side; as progress has them. A
    house-banked table has no end."""
    sides = case.game.sides(case.chosen())
    for steps in matches(case):
        if case.game.house_banked:
            assert not any(isinstance(case.game.next(step.after), api.Over) for step in steps)
            continue
        result = case.game.next(steps[-1].after).result
        assert len(result.places) == len(case.seats()) and min(result.places) == 1
        assert all(result.places[seat] == result.places[side[0]] for side in sides for seat in side)
        assert len(result.points) == len(sides) and result.reason
        assert result.named is None or 0 <= result.named < len(sides)
        assert case.game.progress(steps[-1].after).points == result.points


def progress_only_grows(case: Case) -> None:
    """Hands are counted up, scored hands stay, the first round stays done, and those not active owe nothing."""
    for steps in matches(case):
        for before, after in pairwise([case.start(), *(step.after for step in steps)]):
            was, now = case.game.progress(before), case.game.progress(after)
            assert now.hand >= was.hand and now.hands[: len(was.hands)] == was.hands
            assert now.first_round_done or not was.first_round_done
            assert now.active <= set(case.seats())
            assert movers(case.game.next(after)) <= now.active


def apply_leaves_the_old_state_alone(case: Case) -> None:
    """Applying gives a new state and does not touch the one it was given."""
    for steps in matches(case):
        state = case.start()
        for step in steps[:300]:
            written = encode(state)
            after = case.game.apply(state, step.actor, step.action)
            assert encode(state) == written
            state = after


def garbage_is_refused(case: Case) -> None:
    """Whatever is sent as a move is read, and answered, without an error of ours."""
    raws = garbage(case)
    moves = [move for move in different(map(case.game.parse, raws)) if not isinstance(move, api.Leave)]
    for state in some_states(case, 20):
        for move in moves:
            for seat in case.seats():
                refused = case.game.check(state, seat, move)
                assert refused is None or isinstance(refused.error, str)
                assert not isinstance(move, api.Unreadable) or refused is not None
        for viewer in case.viewers():
            view = case.game.view(state, viewer)
            for raw in raws[:20]:
                assert isinstance(preview_of(case.game, view, raw), dict)


def what_time_plays_is_legal(case: Case) -> None:
    """What the server plays for a seat whose time ran out passes `check`, move after move."""
    for state in some_states(case):
        pending = case.game.next(state)
        for due in pending.due if isinstance(pending, api.Decide) else ():
            later = state
            for move in case.game.timed_out(state, due.seat):
                assert case.game.check(later, due.seat, move) is None
                later = case.game.apply(later, due.seat, move)


def every_moment_can_be_written_down(case: Case) -> None:
    """A moment as plain data in the rules' state names, read and written again, is the same; so is the moment after
    a seat has left it or let its time run out."""
    for state in some_states(case):
        moment = Situation(case.game.id, state, tuple(SeatRecord(seat) for seat in case.seats()), options=case.chosen())
        _is_read_back(case, moment)
        for seat, name in product(case.seats(), ("leave", "timeout")):
            after = conformance.play(moment, seat, {"move": name})
            if isinstance(after, Situation):
                _is_read_back(case, after)


def _is_read_back(case: Case, moment: Situation) -> None:
    data = conformance.situation_data(moment)
    assert data == msgspec.json.decode(encode(data)), "not plain"
    again = conformance.situation(case.game.id, json.loads(case.options) | json.loads(case.frozen), data)
    assert isinstance(again, Situation), f"{again}: {data}"
    assert again.seats == moment.seats
    assert conformance.situation_data(again) == data
    assert encode(case.game.view(again.state, "open")) == encode(case.game.view(moment.state, "open"))


LAWS: tuple[Law, ...] = (
    its_shape_is_whole,
    options_are_read_or_refused,
    check_agrees_with_legal,
    what_is_played_was_listed,
    who_has_no_turn_may_not_move,
    moves_are_read_as_they_were_written,
    everything_survives_json,
    a_log_replays_alike,
    look_alike_worlds_answer_alike,
    look_alike_worlds_have_one_history,
    what_is_told_is_plain,
    bots_move_legally,
    bots_play_to_the_end,
    bots_do_not_move_for_others,
    results_are_whole,
    progress_only_grows,
    apply_leaves_the_old_state_alone,
    garbage_is_refused,
    what_time_plays_is_legal,
    every_moment_can_be_written_down,
)
