"""One house, and three engines: Chromium by the suite's own, Debian's Firefox, Debian's WebKit.

Each is started by the first test that asks, once a process. The folder `all` is run by `make engines` alone.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.house import House
from tests.engines.chromium import Chromium
from tests.engines.firefox import Firefox
from tests.engines.tab import WIDE, Engine, Tab
from tests.engines.visitor import Visitor
from tests.engines.webkit import WebKit
from tests.support.other_browsers import find_firefox, find_webkit

ALL = os.environ.get("KAFENEIO_ENGINES") == "all"
collect_ignore = [] if ALL else ["all"]


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The embedded default, as `make up` runs it."""
    running = House(tmp_path_factory.mktemp("house"), command="tests.e2e.brisk")
    try:
        yield running.open()
    finally:
        running.kill()


@pytest.fixture(scope="package")
def running_chromium(request: pytest.FixtureRequest) -> Engine:
    """The browser of all other tests."""
    return Chromium(request.getfixturevalue("chromium"))


@pytest.fixture(scope="package")
def running_firefox() -> Iterator[Engine]:
    """Firefox, with a profile of its own."""
    program = find_firefox()
    if program is None:
        pytest.skip("Firefox is not installed (Debian: firefox-esr)")
    engine = Firefox(program)
    yield engine
    engine.close()


@pytest.fixture(scope="package")
def running_webkit() -> Iterator[Engine]:
    """WebKit, on a screen in memory."""
    if find_webkit() is None or shutil.which("Xvfb") is None:
        pytest.skip("WebKit is not installed (Debian: webkit2gtk-driver, xvfb)")
    engine = WebKit()
    yield engine
    engine.close()


@pytest.fixture(params=["chromium", "firefox", "webkit"] if ALL else ["firefox"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine. Chromium comes with all alone, because the whole suite is in it; WebKit because it is not steady yet
    where a line is cut."""
    engine: Engine = request.getfixturevalue(f"running_{request.param}")
    return engine


Arrive = Callable[..., Visitor]


@pytest.fixture
def arrive(engine: Engine, house: House) -> Iterator[Arrive]:
    """Makes people who come to the door; `url`: of another house, or by another way."""
    tabs: list[Tab] = []

    def at_the_door(name: str, size: tuple[int, int] = WIDE, url: str = house.url, **more: Any) -> Visitor:
        tabs.append(engine.open(size, **more))
        return Visitor(tabs[-1], url, name)

    yield at_the_door
    for tab in tabs:
        tab.close()
