"""What the pictures of shared matches consist of: services/tables/RULES.md §23."""

import pytest
from PIL import ImageChops

from services.tables.sharing.drawing.canvas import FELT, FELT_DARK, HEAD, INK, PAPER, RED, Canvas
from tests.tables.sharing.drawn import drawn, written

WRITTEN = written()
Pixel = tuple[int, int, int]


def rgb(colour: str) -> Pixel:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    return drawn()


def test_every_picture_is_written_down(found: dict[str, list[str]]) -> None:
    assert list(found) == list(WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_picture_consists_of_what_is_written_down(found: dict[str, list[str]], name: str) -> None:
    assert found[name] == WRITTEN[name]


# --- shapes ------------------------------------------------------------------------------------------------------


def bounds(found: Canvas) -> tuple[int, int, int, int]:
    """What lies on the cloth: left, top, right, bottom."""
    return ImageChops.difference(found.image(), Canvas().image()).getbbox() or (0, 0, 0, 0)


COLOURS = [RED, PAPER, FELT, FELT_DARK]


def pixels(found: Canvas, *places: tuple[int, int]) -> list[str]:
    """The colours at places; beside an edge that is soft, the nearest one."""
    image = found.image()

    def nearest(pixel: Pixel) -> str:
        return min(COLOURS, key=lambda each: sum(abs(a - b) for a, b in zip(rgb(each), pixel, strict=True)))

    return [nearest(image.getpixel(place)) for place in places]  # type: ignore[arg-type]


def near(found: tuple[int, ...], expected: tuple[int, ...]) -> bool:
    """Edges are soft: the pixels beside one are touched too."""
    return all(abs(one - other) <= 3 for one, other in zip(found, expected, strict=True))


def test_the_cloth_is_as_large_as_links_show_it_and_has_a_darker_head() -> None:
    image = Canvas().image()
    assert image.size == (1200, 630)
    assert Canvas().image(601).size == (601, 316)
    assert pixels(Canvas(), (0, 0), (1199, HEAD - 3)) == [FELT_DARK] * 2
    assert pixels(Canvas(), (0, HEAD + 3), (1199, 629)) == [FELT] * 2


def test_a_box_is_where_it_was_asked_for_with_its_corners_and_its_edge() -> None:
    plain, rounded, edged = Canvas(), Canvas(), Canvas()
    plain.box((201, 152, 307, 233), RED)
    rounded.box((201, 152, 307, 233), RED, radius=20)
    edged.box((201, 152, 307, 233), RED, outline=PAPER, line=5)
    assert near(bounds(plain), (201, 152, 307, 233)) and near(bounds(rounded), (201, 152, 307, 233))
    assert pixels(plain, (204, 155), (254, 192)) == [RED] * 2
    assert pixels(rounded, (204, 155), (210, 160), (254, 192)) == [FELT, RED, RED]
    assert pixels(edged, (203, 192), (209, 192)) == [PAPER, RED]
    edged.box((401, 152, 507, 233), RED, outline=PAPER)
    assert pixels(edged, (406, 192)) == [RED], "the edge is thin unless asked for"
    assert pixels(edged, (402, 192)) != [RED]


def test_a_disc_lies_around_its_middle() -> None:
    plain, edged = Canvas(), Canvas()
    plain.circle(401, 322, 55, RED)
    edged.circle(401, 322, 53, RED, PAPER, 5)
    assert near(bounds(plain), (346, 267, 456, 377))
    assert pixels(plain, (401, 322), (351, 322), (356, 277)) == [RED, RED, FELT]
    assert pixels(edged, (351, 322), (357, 322)) == [PAPER, RED]
    edged.circle(601, 322, 53, RED, PAPER)
    assert pixels(edged, (554, 322)) == [RED], "the edge is thin unless asked for"
    assert pixels(edged, (549, 322)) != [RED]


def test_lines_and_shapes_with_straight_sides_lie_between_their_points() -> None:
    shape, line = Canvas(), Canvas()
    shape.polygon([(201, 152), (307, 152), (201, 233)], RED)
    line.line(201, 252, 401, 252, RED, 12)
    assert near(bounds(shape), (201, 152, 307, 233))
    assert pixels(shape, (210, 160), (300, 225)) == [RED, FELT]
    assert near(bounds(line), (201, 246, 401, 258))
    assert pixels(line, (300, 244), (300, 247), (300, 256), (300, 260)) == [FELT, RED, RED, FELT]


@pytest.mark.parametrize(("anchor", "part"), [("mm", 0.5), ("lm", 0.0), ("rm", 1.0)])
def test_a_text_is_as_wide_as_is_said_and_lies_where_its_anchor_says(anchor: str, part: float) -> None:
    found = Canvas()
    found.text(601, 352, "HHHHHHHH", 32, INK, anchor)
    left, top, right, bottom = bounds(found)
    width = found.width_of("HHHHHHHH", 32)
    assert 8 * 16 < width < 8 * 32
    assert near((left, right), (round(601 - part * width), round(601 + (1 - part) * width)))
    assert abs(top + bottom - 704) <= 8 and 20 <= bottom - top <= 32


def test_a_text_lies_in_the_middle_and_is_as_light_as_paper_unless_asked_for() -> None:
    plain, asked = Canvas(), Canvas()
    plain.text(601, 352, "H", 32)
    asked.text(601, 352, "H", 32, PAPER, "mm")
    assert plain.image() == asked.image()
