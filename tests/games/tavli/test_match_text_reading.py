"""Matches read from text: RULES.md §16. GNU Backgammon writes some, if it is installed."""

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import api
from games.tavli import rules
from games.tavli.match_text import reading
from games.tavli.match_text.reading import read_text
from games.tavli.moves import Play
from games.tavli.position import Position
from games.tavli.state import LENGTH_MAX, State
from services.kernel.refusal import Refusal
from tests.games.tavli.test_match_text import match, moments_of, position_id, text_of
from tests.support.programs import find_gnubg

Turn = tuple[int, list[int], Position]
WRITTEN = Path(__file__).with_name("gnubg_match.mat").read_text(encoding="utf-8")
HEAD = " 5 point match\n\n Game 1\n Ann : 0                           Bob : 2\n"


def read(text: str) -> reading.Match:
    found = read_text(text)
    assert not isinstance(found, Refusal), found
    return found


def played(*rows: str) -> reading.Match:
    """The one game of these rows."""
    return read(HEAD + "\n".join(rows) + "\n")


def refused(*rows: str, head: str = HEAD) -> Refusal:
    found = read_text(head + "\n".join(rows) + "\n")
    assert isinstance(found, Refusal), found
    return found


def turns_read(hand: reading.Hand) -> list[Turn]:
    """Each completed turn: its seat, its dice, the position after it. Every action is one that the game asks for."""
    state, turns = hand.start, []
    for actor, action in hand.given:
        before, waits = state, rules.next_(state)
        if isinstance(action, Play):
            assert actor is not None and rules.check(state, actor, action) is None
        else:
            assert isinstance(waits, api.Draw if isinstance(action, api.Drawn) else api.Wait)
        state = rules.apply(state, actor, action)
        if sum(state.turns) > sum(before.turns):
            turns.append((before.turn or 0, sorted(before.dice), state.position))
    return turns


def turns_recorded(moments: list[api.Moment[State, Any]]) -> list[list[Turn]]:
    """The same of each game of Portes in a match that was recorded."""
    games: dict[int, list[Turn]] = {}
    for before, _, _, after in moments:
        if rules.name_of(before) != "portes" or before.phase in ("opening", "game_over", "match_over"):
            continue
        game = games.setdefault(before.game_number, [])
        if sum(after.turns) > sum(before.turns):
            game.append((before.turn or 0, sorted(before.dice), after.position))
    return list(games.values())


def hand_of(moments: list[api.Moment[State, Any]]) -> list[tuple[int, tuple[int, ...]] | None]:
    """By game of Portes: its winner and points."""
    last = moments[-1].after
    begun = {each.before.game_number for each in moments if each.before.phase not in ("opening", "game_over")}
    scored = {hand.number: (hand.side, hand.points) for hand in rules.progress(last).hands}
    return [scored.get(number) for number in sorted(begun) if rules.variant_now(last.variant, number) == "portes"]  # type: ignore[misc]


# --- there and back ---


@given(st.integers(0, 2**16), st.sampled_from([1, 3, 5]), st.sampled_from(["portes", "combined"]))
def test_what_is_written_of_a_match_is_read_as_the_same_turns_positions_and_ends(
    seed: int, target: int, variant: str
) -> None:
    recording = match(seed, variant=variant, target=target)
    moments = moments_of(recording)
    found = read(text_of(recording))
    assert [turns_read(hand) for hand in found.hands] == turns_recorded(moments)
    ends = [None if hand.ended is None else (hand.ended.side, hand.ended.points) for hand in found.hands]
    assert ends == hand_of(moments)
    assert found.names == ("player-0", "player-1")


@given(st.integers(0, 2**16), st.randoms(use_true_random=False))
def test_a_play_in_any_spelling_is_read_as_the_same_position(seed: int, rng: random.Random) -> None:
    text = text_of(match(seed, target=1))
    spelled = re.sub(r"(?<=\d: )(?:\d+/\d+\*? ?)+", lambda play: spell(play[0].split(), rng) + "  ", text)
    assert [turns_read(hand) for hand in read(spelled).hands] == [turns_read(hand) for hand in read(text).hands]


def spell(steps: list[str], rng: random.Random) -> str:
    """The same play as another program would write it: runs joined, repetitions counted, bar and off as words, in
    another order."""
    ways = [step.split("/") for step in steps]
    joined: list[list[str]] = []
    for way in ways:
        before = next((each for each in joined if each[-1].rstrip("*") == way[0]), None)
        if before is not None and rng.random() < 0.7:
            before.append(way[1])
        else:
            joined.append(list(way))
    words = [shorten("/".join(way), rng) for way in joined]
    rng.shuffle(words)
    counted = [f"{word}({words.count(word)})" if words.count(word) > 1 else word for word in dict.fromkeys(words)]
    return " ".join(counted if rng.random() < 0.5 else words)


def shorten(way: str, rng: random.Random) -> str:
    """Where a checker passes without hitting need not be said."""
    first, *stops, last = way.split("/")
    if not any("*" in stop for stop in stops) and rng.random() < 0.5:
        way = f"{first}/{last}"
    return re.sub(r"^25(?=/)", "bar", re.sub(r"/0$", "/off", way)) if rng.random() < 0.5 else way


# --- what other programs write ---


def test_a_match_of_gnu_backgammon_is_read_to_its_end() -> None:
    found = read(WRITTEN)
    assert (found.names, found.points, found.winner) == (("gnubg", "root"), (1, 5), 1)
    assert found.options == {"variant": "portes", "target": 5}
    assert [hand.start.score for hand in found.hands] == [(0, 0), (0, 2), (0, 3), (1, 3), (1, 4)]
    ended = [hand.ended for hand in found.hands if hand.ended is not None]
    assert [(each.number, each.side, each.points) for each in ended] == [
        (1, 1, (0, 2)), (2, 1, (0, 1)), (3, 0, (1, 0)), (4, 1, (0, 1)), (5, 1, (0, 1)),
    ]  # fmt: skip
    assert [each.data["how"] for each in ended] == ["bear_off", "resign", "bear_off", "bear_off", "bear_off"]
    assert sum(len(turns_read(hand)) for hand in found.hands) == len(re.findall(r"\d\d:", WRITTEN))


@pytest.mark.skipif(find_gnubg(Path("/")) is None, reason="gnubg is not installed")
def test_what_gnu_backgammon_plays_and_writes_is_read_as_its_own_positions(tmp_path: Path) -> None:
    script, told = Path(__file__).with_name("gnubg_matches.py"), tmp_path / "read.json"
    lengths = "1,3,5,7,0"
    paths = [tmp_path / f"{number}.mat" for number in range(len(lengths.split(",")))]
    texts = {"KAFENEIO_LENGTHS": lengths, "KAFENEIO_TEXTS": ",".join(map(str, paths))}
    names = texts | {"KAFENEIO_READ": str(told)}
    subprocess.run(
        [str(find_gnubg(Path("/"))), "-t", "-q", "-p", str(script)],
        env=os.environ | names | {"PYTHONPATH": "", "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL, capture_output=True, timeout=200, check=True,
    )  # fmt: skip
    matches = json.loads(told.read_text(encoding="utf-8"))
    found = [read(path.read_text(encoding="utf-8")) for path in paths]
    assert [[rolled(hand) for hand in each.hands] for each in found] == [
        [game["turns"] for game in games] for games in matches
    ]
    winners = [[hand.ended and "XO"[hand.ended.side or 0] for hand in each.hands] for each in found]
    assert winners == [[game["winner"] for game in games] for games in matches]
    assert sum(len(hand.given) for each in found for hand in each.hands) > 500


def rolled(hand: reading.Hand) -> list[list[Any]]:
    """Each completed turn as `gnubg_matches.py` has it: who plays, the dice, the position's id before it."""
    state, turns = hand.start, []
    for actor, action in hand.given:
        before, state = state, rules.apply(state, actor, action)
        if sum(state.turns) > sum(before.turns):
            turns.append(["XO"[before.turn or 0], sorted(before.dice, reverse=True), position_id(before)])
    return turns


PLAYS = {
    "one step for each die": ("21: 13/11 6/5", {13: 4, 11: 1, 6: 4, 5: 1}),
    "in any order": ("21: 6/5 13/11", {13: 4, 11: 1, 6: 4, 5: 1}),
    "one checker, the stop named": ("62: 24/18/16", {24: 1, 16: 1}),
    "one checker, the stop left out": ("62: 24/16", {24: 1, 16: 1}),
    "a repeated step": ("66: 24/18(2) 13/7(2)", {24: 0, 18: 2, 13: 3, 7: 2}),
    "a repeated run": ("33: 24/21/18(2)", {24: 0, 18: 2}),
    "a repeated run, the stop left out": ("33: 24/18(2)", {24: 0, 18: 2}),
    "four of one": ("11: 6/5(4)", {6: 1, 5: 4}),
    "capital letters and spaces": ("  21:   13/11    6/5  ", {13: 4, 11: 1, 6: 4, 5: 1}),
}


@pytest.mark.parametrize(("row", "points"), PLAYS.values(), ids=PLAYS)
def test_a_play_is_read_in_every_spelling(row: str, points: dict[int, int]) -> None:
    ((_, _, position),) = turns_read(played(f"  1) {row}").hands[0])
    side = int(position.sides[0], 16)
    assert {point: side >> 4 * point & 15 for point in points} == points


def test_hits_the_bar_and_bearing_off_are_read_as_words_and_as_numbers() -> None:
    rows = ["  1) 21: 13/11 6/5                41: 24/20* 24/23", "  2) 43: bar/21 24/21             65: 13/2"]
    words = played(*rows)
    assert words.hands[0].given == played(rows[0], rows[1].replace("bar", "25")).hands[0].given
    assert words.hands[0].given == played(rows[0].replace("*", ""), rows[1]).hands[0].given
    assert turns_read(words.hands[0])[1][2].sides[0][0] == "1"  # on the bar
    off = WRITTEN.replace("/0", "/Off")
    assert off != WRITTEN and read(off) == read(WRITTEN)


def test_a_stop_that_would_hit_is_meant_only_where_it_is_named() -> None:
    """Ann has single checkers on her 11 and 5, Bob's 14 and 20: 24/14 with 6 and 4 may pass the 18 or the 20."""
    first = "  1) 21: 13/11 6/5                "
    passed = played(first + "64: 24/14*")
    stopped = played(first + "64: 24/20*/14*")
    assert [turns_read(each.hands[0])[1][2].sides[0][0] for each in (passed, stopped)] == ["1", "2"]
    assert refused(first + "64: 24/18*/14").error == "import_illegal_move"


def test_either_seat_may_begin_and_each_column_is_its_own() -> None:
    left = played("  1) 21: 13/11 6/5")
    right = played("  1)                               21: 13/11 6/5")
    assert [each.hands[0].start.turn for each in (left, right)] == [0, 1]
    assert [[seat for seat, _, _ in turns_read(each.hands[0])] for each in (left, right)] == [[0], [1]]
    assert refused("  1) 21: 13/11 6/5", "  2) 21: 13/11 6/5").detail["seat"] == 0


NOTHING = ["Cannot Move", "cannot move", "Can't Move", "Can't  move", ""]


@pytest.mark.parametrize("words", NOTHING)
def test_a_roll_without_a_legal_step_passes_whatever_it_is_called(words: str) -> None:
    written, found = re.subn(r": +$", f": {words}", WRITTEN, flags=re.MULTILINE)
    assert found and read(written) == read(WRITTEN)
    assert refused(f"  1) 21: {words}").error == "import_illegal_move"


def test_lines_end_as_on_any_system_and_comments_stand_anywhere() -> None:
    expected = read(WRITTEN)
    assert read("\ufeff" + WRITTEN.replace("\n", "\r\n")) == expected
    assert read(WRITTEN.replace("\n", "\r")) == expected
    assert read('; [Site "x"]\n;\n' + WRITTEN.replace("\n\n", "\n ; of nothing\n\n")) == expected
    assert read('; [Variation "Backgammon"]\n' + WRITTEN) == expected


def test_a_session_is_read_as_games_of_the_longest_match_each_from_nothing() -> None:
    found = read(WRITTEN.replace(" 5 point match", " 0 point match"))
    assert found.options["target"] == LENGTH_MAX and found.winner is None
    assert {hand.start.score for hand in found.hands} == {(0, 0)}
    assert [len(hand.start.games) for hand in found.hands] == [0, 1, 2, 3, 4]


def test_a_game_resigned_at_once_has_no_turns_and_can_be_begun() -> None:
    found = played("      Wins 1 point", "", " Game 2", " Ann : 1      Bob : 2", "  1) 21: 13/11 6/5")
    assert [len(hand.given) for hand in found.hands] == [0, 2]
    assert isinstance(rules.next_(found.hands[0].start), api.Draw)


def test_the_second_game_does_not_depend_on_how_the_first_would_be_scored_here() -> None:
    """A triple gives 3 elsewhere and 2 here."""
    found = read(WRITTEN.replace("Wins 2 points", "Wins 3 points").replace("root : 2", "root : 3"))
    assert found.hands[0].ended is not None and found.hands[0].ended.points == (0, 3)
    assert [hand.start.score for hand in found.hands][1] == (0, 3)


def test_names_are_kept_but_for_what_cannot_be_seen() -> None:
    head = HEAD.replace("Ann", "Λευτέρης\u200e  Π.").replace("Bob", "x" * 40)
    assert read(head).names == ("Λευτέρης Π.", "x" * 30)
    assert read(HEAD.replace("Ann", "").replace("Bob", "")).names == ("Player 1", "Player 2")


# --- what is refused ---

FORMS = {
    "nothing": ("", Refusal("import_invalid")),
    "no game": (" 3 point match\n", Refusal("import_invalid")),
    "a game without a score": (" 3 point match\n Game 1\n", Refusal("import_invalid")),
    "bytes of a picture": ("\x89PNG\r\n\x1a\n\0\0", Refusal("import_invalid")),
    "prose": ("Dear all,\n", Refusal("import_unreadable", {"line": 1})),
    "a longer match than any": (" 27 point match\n", Refusal("import_too_long", {"length_max": 25, "line": 1})),
    "another variation": ('; [Variation "Nackgammon"]\n' + HEAD, Refusal("import_unreadable", {"line": 1})),
    "a score that ends the match": (HEAD.replace("Bob : 2", "Bob : 5"), Refusal("import_unreadable", {"line": 4})),
    "no players": (" 3 point match\n Game 1\n  1) 21: 13/11 6/5\n", Refusal("import_unreadable", {"line": 3})),
}


@pytest.mark.parametrize(("text", "refusal"), FORMS.values(), ids=FORMS)
def test_a_text_of_another_form_is_refused(text: str, refusal: Refusal) -> None:
    assert read_text(text) == refusal


ROWS = {
    "unknown dice": "  1) 71: 13/6 6/5",
    "no dice": "  1) ????: illegal play",
    "no word": "  1) 21: 13/11 and so on",
    "an upward step": "  1) 21: 11/13 6/5",
    "more steps than dice": "  1) 11: 6/5(4) 8/7",
    "three turns": "  1) 21: 13/11 6/5   31: 8/5 6/5   42: 8/4 6/4",
    "points without end": "      Wins 12 points",
    "a second game before the first has ended": " Game 2\n Ann : 1    Bob : 2",
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_row_of_another_form_is_refused_with_its_line(row: str) -> None:
    assert refused(row) == Refusal("import_unreadable", {"line": 5 + row.count("\n")})


@pytest.mark.parametrize("row", ["  2)  Doubles => 2     Takes", "  2) 21: 13/11 6/5      Drops", "      Redoubles"])
def test_a_cube_is_refused_as_a_cube(row: str) -> None:
    begun = "  1) 21: 13/11 6/5               31: 8/5 6/5"
    assert refused(begun, row) == Refusal("import_cube", {"game": 1, "line": 6})


ILLEGAL = {
    "a blocked point": "51: 13/8 6/1",
    "other dice": "21: 13/10 6/5",
    "one die of two": "21: 13/11",
    "no such checker": "21: 12/10 6/5",
    "nothing to hit": "21: 13/11* 6/5",
    "bearing off too soon": "61: 6/off 6/5",
}


@pytest.mark.parametrize("turn", ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_move_is_refused_with_its_game_and_number(turn: str) -> None:
    first = "  1) 31: 8/5 6/5                  "
    refusal = {"game": 1, "move": 1, "seat": 1, "line": 5}
    assert refused(first + turn) == Refusal("import_illegal_move", refusal)


def test_a_game_goes_not_on_after_its_end() -> None:
    after = WRITTEN.replace("Wins 2 points", "Wins 2 points\n 60) 21: 13/11 6/5", 1)
    found = read_text(after)
    assert isinstance(found, Refusal) and found.error == "import_illegal_move" and found.detail["game"] == 1


def test_the_column_of_a_win_must_be_that_of_the_player_with_no_checker_left() -> None:
    moved = WRITTEN.replace(f"\n{'':34}Wins 2 points", "\n      Wins 2 points", 1)
    assert moved != WRITTEN
    found = read_text(moved)
    assert isinstance(found, Refusal) and found.error == "import_unreadable"


def test_more_games_and_turns_than_are_kept_are_refused() -> None:
    game = " Game 1\n Ann : 0    Bob : 0\n      Wins 1 point\n"
    many = " 0 point match\n" + game * reading.GAMES_MAX
    assert len(read(many).hands) == reading.GAMES_MAX
    found = read_text(many + game)
    assert isinstance(found, Refusal) and found.error == "import_too_long"
    assert found.detail == {"games_max": reading.GAMES_MAX, "line": 2 + 3 * reading.GAMES_MAX}


@given(
    st.text(max_size=200) | st.lists(st.sampled_from([*WRITTEN.splitlines(), "", "  1)", "Game", "21:"])).map("\n".join)
)
def test_any_text_is_read_or_refused_with_a_documented_code(text: str) -> None:
    found = read_text(text)
    codes = {"import_invalid", "import_too_long", "import_unreadable", "import_cube", "import_illegal_move"}
    assert not isinstance(found, Refusal) or found.error in codes
