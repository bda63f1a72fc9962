"""The process that carries messages to other cells (`kafeneio run bridge`; docs/concepts/cells_and_visits.md)."""

import threading
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.cells import is_cell
from services.platform.broker.link import Link
from services.platform.cells.crossing import Crossing
from services.platform.process import metrics
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings, SettingsError
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_LOOK_S = 1.0
_AGAIN_S = 1.0
"""How long to wait after the other cell could not be reached."""
_JOIN_S = 10.0


def check_links(common: CommonSettings, links: Mapping[str, str]) -> None:
    """Whether there are other cells to carry messages to.

    Raises:
        SettingsError: there is none, or it is addressed in a way that we cannot use; the message names no password.
    """
    if not links or not common.cell or common.embedded:
        raise SettingsError("a bridge needs KAFENEIO_CELL, KAFENEIO_CELL_LINKS and a broker (KAFENEIO_BROKER_URL)")
    for cell, url in links.items():
        if not is_cell(cell) or cell == common.cell or not url.startswith(("amqp://", "amqps://")):
            raise SettingsError(f"KAFENEIO_CELL_LINKS: {cell!r} is not the id of another cell, or has no amqp URL")


class Carrier:
    """Carries the messages for one other cell until stopped."""

    def __init__(self, settings: CommonSettings, cell: str, url: str) -> None:
        """`url`: of the other cell's broker, with the user that its operator has made for bridges."""
        self._home = Link(settings, f"to-{cell}", lambda link: self._crossing.begin(link))
        self._away = Link(msgspec.structs.replace(settings, broker_url=url), f"cell-{cell}")
        self._crossing = Crossing(cell, self._home, self._away)
        self._crossing.on_taken = self._wake
        self._woken = threading.Event()
        self._stopping = False
        self._stuck_since_s: float | None = None
        self._carried = metrics.cell_messages_carried.labels(cell)
        self._failed = metrics.cell_carry_failures.labels(cell)
        metrics.cell_link_up.labels(cell).set_function(lambda: float(self._away.is_up))
        metrics.cell_stuck_s.labels(cell).set_function(self._stuck_s)
        self._thread: Any = None

    def start(self) -> None:
        """Connect to both brokers, and carry from now on."""
        self._away.start()
        self._home.start()
        self._thread = spawn(f"cell-{self._crossing.cell}", self._run)

    def stop(self) -> None:
        """Carry no more; what is not acknowledged stays in its queue."""
        self._stopping = True
        self._wake()
        if self._thread is not None:
            self._thread.join(_JOIN_S)
        self._home.stop()
        self._away.stop()

    def is_ready(self) -> bool:
        """Whether messages are taken here; that the other cell cannot be reached is no fault of this process."""
        return self._home.is_up

    def _wake(self) -> None:
        self._woken.set()

    def _stuck_s(self) -> float:
        since_s = self._stuck_since_s
        return 0.0 if since_s is None else time.monotonic() - since_s

    def _run(self) -> None:
        while not self._stopping:
            self._woken.wait(_LOOK_S)
            self._woken.clear()
            try:
                while len(self._crossing) and not self._stopping:
                    self._carried.inc(self._crossing.carry())
                self._stuck_since_s = None
            except Exception as error:  # noqa: BLE001 whatever it is, the messages are still in their queue
                self._note_failure(error)
                time.sleep(_AGAIN_S)
                self._wake()

    def _note_failure(self, error: Exception) -> None:
        """Count it, and log the first of several in a row."""
        self._failed.inc()
        if self._stuck_since_s is None:
            self._stuck_since_s = time.monotonic()
            log.warning("cell_not_reached", cell=self._crossing.cell, error=f"{type(error).__name__}: {error}")
