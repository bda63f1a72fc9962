"""Several situations on one loaded page: a page that loads the client costs more than most of what is done on it.

The player is taken from table to table, as the server may do at any time. Each table has an id of its own, so the
client keeps nothing of the one before: boards, choices, orders of hands and results belong to a table or a match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.test_access import at_rest_in_each, turned

Prepare = Callable[[House], None]


@contextmanager
def situation(name: object) -> Iterator[None]:
    """What fails inside says in which situation it did."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in the situation: {name}")
        raise


TIDY = """() => {
    const slips = document.querySelectorAll("[aria-live=polite] > [data-kind] > button:last-child");
    slips.forEach((button) => button.click());
    return document.querySelector("dialog[open]") !== null;
}"""
"""Puts away refusals and news, which stay on the screen for a while; whether the rules are still open."""


def at_another_table(house: House, prepare: Prepare) -> None:
    """Seat the player at a table that they have not been at: `prepare` as for `enter`. Nothing happened there yet."""
    if house.page.evaluate(TIDY):
        house.page.keyboard.press("Escape")
    house.seated, house.match, house.tables = None, None, []
    prepare(house)
    house.renew_table()
    house.heard.clear()
    house.send(house.room())


class Seats:
    """One page on which a test looks at one table after the other."""

    def __init__(self, enter: Enter, **options: Any) -> None:
        """`options`: of the page, as for `enter`."""
        self._enter, self._options = enter, options
        self.house: House | None = None

    def at(self, prepare: Prepare) -> House:
        """As `enter`: the first table loads the client, each further one does not."""
        if self.house is None:
            self.house = self._enter(prepare, **self._options)
        else:
            at_another_table(self.house, prepare)
        return self.house


def on_one_page(enter: Enter, *parts: Callable[[Enter], None]) -> None:
    """Parts of a test, each at a table of its own; they depend on each other no more than tests do."""
    seats = Seats(enter)
    for part in parts:
        with situation(getattr(part, "__name__", part)):
            part(seats.at)


class Moment(NamedTuple):
    """A moment at a table that has to be usable by everybody, whatever the size and light of their screen."""

    scene: Callable[[House], None]
    """Brings the page to the moment, in the first of the looks."""
    how: Mapping[str, Any]
    """Names for the game's `sit`."""
    looks: Sequence[dict[str, Any]]


def usable_by_all(
    enter: Enter,
    sit: Callable[..., None],
    moments: Mapping[str, Moment],
    again: Mapping[Callable[[House], None], Callable[[House], None]],
) -> None:
    """Every moment in each of its looks: axe finds nothing and nothing is cut off. `again`: what a scene says of every
    further look in which it is seen."""
    first = next(iter(moments.values())).looks[0]
    seats, last = Seats(enter, **first), first
    for name, (scene, how, looks) in moments.items():
        with situation(name):
            if seats.house is not None and looks[0] != last:
                turned(seats.house.page, looks[0])
            house = seats.at(partial(sit, **how))
            scene(house)
            at_rest_in_each(house, looks, again.get(scene))
            last = looks[-1]
