"""Pictures of shared matches: every family has one, without names; drawn beside requests, once, with limits:
services/tables/RULES.md §23."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from prometheus_client import REGISTRY

import games as games_package
from games import registry
from services.contracts.tables import sharing as contract
from services.contracts.tables.analysis import MatchReport, Turning
from services.kernel.refusal import Refusal
from services.tables.history.recordings import plain
from services.tables.schema import share_pictures
from services.tables.settings import TablesSettings
from services.tables.sharing import picture_process as drawing
from services.tables.sharing import rows, rules
from services.tables.sharing.drawing import boards, cards, pictures
from services.tables.sharing.drawing.canvas import _SUITS, HEAD, HEIGHT, RED, WIDTH, Box, Canvas, suit
from services.tables.sharing.painter import NotDrawn, Painter, draw_in_process
from tests.games import golden
from tests.tables.analysis.matches import recorded
from tests.tables.history.test_recordings import ask, of, played, service_of  # noqa: F401 a fixture
from tests.tables.support.desk import Desk, Seated

FAMILIES = sorted({pictures.family_of(game.id) for game in registry.games()})
STEPS, FILES = 60, 4


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_drawn_in_the_course_of_its_golden_games(family: str) -> None:
    files = sorted((Path(games_package.__path__[0]) / family / "games").glob("*.game"))
    for file in files[:: 1 + len(files) // FILES]:
        text = golden.read(file.read_text())
        player = golden._Player(text.header)
        last = min(len(text.lines), STEPS) - 1
        for number, (_, line) in enumerate(text.lines[: last + 1]):
            player.step(line)
            if number in (0, last // 2, last):
                pictures._SCENES[family](Canvas(), plain(player.game.view(player.state, "open")))


def test_the_board_is_a_png_and_the_moment_an_animated_gif() -> None:
    recording = recorded("tavli", {"variant": "portes", "target": 1}, seed=3)
    found = drawing.draw(drawing.Order(recording, recording.result["winners"], rules.moment_of(recording, None)))
    board, moment = Image.open(io.BytesIO(found.board)), Image.open(io.BytesIO(found.moment))
    assert (board.format, board.size) == ("PNG", (WIDTH, HEIGHT))
    assert (moment.format, moment.size) == ("GIF", (pictures.MOMENT_WIDTH, pictures.MOMENT_WIDTH * HEIGHT // WIDTH))
    assert 1 < moment.n_frames <= pictures.FRAMES_MAX  # type: ignore[attr-defined]
    assert max(len(found.board), len(found.moment)) < 400_000


def test_the_moment_is_the_greatest_swing_of_the_analysis() -> None:
    recording = recorded("tictactoe", seed=3)
    turnings = [
        Turning(what="luck", seq=2, t_ms=0, hand=1, position=1, seat=0, swing=0.1),
        Turning(what="decision", seq=4, t_ms=0, hand=1, position=3, seat=1, swing=-0.4),
    ]
    report = MatchReport(
        format=1, game="tictactoe", rules=1, evaluator="", unit="chance", match_unit="chance", marks={}, ratings={},
        decisions=[], luck=[], curve=[], players=[], sides=[], turnings=turnings,
    )  # fmt: skip
    assert rules.moment_of(recording, report) == contract.SharedMoment(hand=1, position=4)


# --- drawing beside requests -------------------------------------------------------------------------------------


def painter(desk: Desk, draw: Callable[..., Any], **settings: int) -> Painter:
    service = service_of(desk)
    return Painter(desk.database, lambda: TablesSettings(**settings), service.app.any_recording, draw)


def quick(_order: drawing.Order, _s: float) -> drawing.Pictures:
    return drawing.Pictures(b"png", b"gif")


def too_slow(_order: drawing.Order, _s: float) -> drawing.Pictures:
    raise NotDrawn("too slow")


@pytest.fixture
def link(played: Seated) -> str:  # noqa: F811
    found = ask(played.desk, contract.ShareMatch(match=of(played), account="ann"))
    return str(found.link)


def test_pictures_are_drawn_once_and_answered_with_their_kind(desk: Desk, link: str) -> None:
    asked = contract.GetSharedPicture(link=link, picture="board")
    assert ask(desk, asked) == Refusal("picture_unknown")
    drawn = painter(desk, quick)
    assert (drawn.run_once(), drawn.run_once()) == (True, False)
    assert ask(desk, asked) == contract.SharedPicture(content=b"png", kind="image/png")
    moment = ask(desk, contract.GetSharedPicture(link=link, picture="moment"))
    assert (moment.content, moment.kind) == (b"gif", "image/gif")
    assert ask(desk, contract.GetShared(link=link)).pictures == ["board", "moment"]


def test_what_cannot_be_drawn_is_tried_a_few_times_and_then_is_not_there(desk: Desk, link: str) -> None:
    tries = painter(desk, too_slow, picture_tries=2)
    assert [tries.run_once() for _ in range(3)] == [True, True, False]
    assert desk.rows(share_pictures)[0].state == "failed"
    assert ask(desk, contract.GetSharedPicture(link=link, picture="board")) == Refusal("picture_unknown")


def test_failed_pictures_are_tried_again_when_the_match_is_shared_once_more(
    played: Seated,  # noqa: F811
    link: str,
) -> None:
    desk = played.desk
    assert painter(desk, too_slow, picture_tries=1).run_once()
    assert not painter(desk, quick).run_once()
    assert ask(desk, contract.ShareMatch(match=of(played), account="ann")).link == link
    assert painter(desk, quick).run_once()
    assert ask(desk, contract.GetShared(link=link)).pictures == ["board", "moment"]
    ask(desk, contract.ShareMatch(match=of(played), account="ann"))
    assert not painter(desk, quick).run_once()  # what is drawn is not drawn again


def test_failed_pictures_are_counted_by_game_from_nothing_on(desk: Desk, link: str) -> None:
    def failed(game: str) -> float | None:
        return REGISTRY.get_sample_value("kafeneio_tables_share_pictures_total", {"game": game, "outcome": "failed"})

    tries = painter(desk, too_slow, picture_tries=1, pictures_at_once=0)
    tries.start()
    before = failed("tictactoe")
    assert (before is not None, failed("buraco") is not None) == (True, True)
    tries.run_once()
    assert failed("tictactoe") == (before or 0) + 1


def test_a_claim_of_a_dead_process_is_taken_over_and_writes_nothing_any_more(desk: Desk, link: str) -> None:
    dead = desk.database.run(rows.claim, "dead", 60_000)
    assert desk.database.run(rows.claim, "c-2", 60_000) is None
    desk.clock.advance(60_001)
    assert painter(desk, quick).run_once()
    assert not desk.database.run(rows.finish, dead, b"old", b"old")
    assert desk.rows(share_pictures)[0].board == b"png"


def test_a_process_of_its_own_draws_and_is_ended_when_it_takes_too_long() -> None:
    recording = recorded("tictactoe", seed=3)
    order = drawing.Order(recording, recording.result["winners"], rules.moment_of(recording, None))
    assert draw_in_process(order, 60).board.startswith(b"\x89PNG")
    with pytest.raises(NotDrawn, match="too slow"):
        draw_in_process(order, 0.01)


# --- what lies where ---------------------------------------------------------------------------------------------


def mirrored(box: Box, *, over: float = WIDTH) -> Box:
    """A box seen from the other side of the table."""
    return (over - box[2], box[1], over - box[0], box[3])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_hands_lie_around_the_table_side_by_side_without_touching(seats: int) -> None:
    boxes = cards._seat_boxes(seats)
    assert len(boxes) == seats
    for index, one in enumerate(boxes):
        assert 0 <= one[0] < one[2] <= WIDTH and HEAD <= one[1] < one[3] <= HEIGHT
        for other in boxes[index + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    if seats < 5:
        assert {mirrored(each) for each in boxes} == set(boxes), "left and right are the same"
    else:
        upper = [each for each in boxes if each[1] == HEAD + 10]
        assert len({(each[2] - each[0], each[3] - each[1]) for each in upper}) == 1, "as large as each other"


def test_the_cards_of_a_trick_lie_between_the_hands_without_touching_them_or_each_other() -> None:
    trick = [(x - 40, y - 56, x + 40, y + 56) for x, y in cards._PLACES]
    turns = [(left, bottom + 2, right, bottom + 7) for left, _, right, bottom in cards._seat_boxes(4)]
    others = [*trick, *cards._seat_boxes(4), *turns]
    for index, one in enumerate(trick):
        for other in others[index + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert {mirrored(each) for each in trick} == set(trick)


@pytest.mark.parametrize(("sign", "is_round"), [(each, each in ("d", "jade", "pagoda", "star")) for each in _SUITS])
def test_the_sign_of_a_suit_lies_in_the_middle_of_its_place(sign: str, is_round: bool) -> None:
    canvas, empty = Canvas(), Canvas().image()
    suit(canvas, 600, 360, 200, sign, RED)
    left, top, right, bottom = ImageChops.difference(canvas.image(), empty).getbbox() or (0, 0, 0, 0)
    assert abs(left + right - 1200) <= 4 and 100 <= right - left <= 208
    assert 100 <= bottom - top <= 208 and abs(top + bottom - 720) <= (4 if is_round else 60)
    assert len({canvas.image().getpixel((600 + x, 360)) for x in (-20, 20)}) == 1


@pytest.mark.parametrize("point", range(1, 25))
@pytest.mark.parametrize("variant", ["portes", "plakoto", "fevga"])
def test_each_point_of_the_second_is_one_point_of_the_first(variant: str, point: int) -> None:
    seen = [boards._as_first_sees(str(each), 1, variant) for each in range(1, 25)]
    assert sorted(int(each) for each in seen) == list(range(1, 25))
    expected = (point + 12 if point <= 12 else point - 12) if variant == "fevga" else 25 - point
    assert seen[point - 1] == str(expected)


def test_cards_of_a_fan_stay_in_their_box_and_fill_it() -> None:
    box = (300.0, 200.0, 900.0, 324.0)
    for count in range(1, 27):
        canvas, empty = Canvas(), Canvas().image()
        cards.fan(canvas, box, ["Ah"] * count)
        left, top, right, bottom = ImageChops.difference(canvas.image(), empty).getbbox() or (0, 0, 0, 0)
        assert abs(left + right - 1200) <= 4 and abs(top + bottom - 524) <= 4, "in the middle"
        assert 296 <= left < right <= 904 and 196 <= top < bottom <= 328
        assert bottom - top >= 122 or right - left >= 590, "as large as they fit"
