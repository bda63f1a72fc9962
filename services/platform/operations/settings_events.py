"""The entrypoints of a service whose settings operators change, and what keeps each of its processes up to date."""

import threading
from collections.abc import Callable
from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts.moderation.operator_settings import SettingsAsked
from services.contracts.moderation.orders import OrderPlaced, SettingChanged
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import APP_KEY
from services.platform.operations.live_settings import announce, settings_changed, settings_ordered
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_LOOK_S = 1.0
"""How often a process looks for what other processes of its service have changed."""
_LOOK_ALONE_S = 30.0
"""With SQLite there is no other process to learn from."""


class SettingsRefresh(DependencyProvider):
    """Keeps the settings of a process up to date, and announces them when the process starts."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Use what is kept before the first request; what fails is tried again."""
        app = self.container.config[APP_KEY]
        self._try(lambda: app.live.refresh(app.base.database))
        spawn("settings", self._run, app)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _run(self, app: Any) -> None:
        database = app.base.database
        every_s = _LOOK_ALONE_S if database.is_sqlite else _LOOK_S
        announced = False
        while not self._stopped.is_set():
            announced = announced or self._try(lambda: database.run(announce, app.live))
            self._stopped.wait(every_s if announced else _LOOK_S)
            self._try(lambda: app.live.refresh(database))

    def _try(self, action: Callable[[], None]) -> bool:
        """Whether it worked; the database may be away."""
        try:
            action()
        except Exception as error:  # noqa: BLE001 the next look comes, and readiness shows the database
            log.warning("settings_not_read", error=f"{type(error).__name__}: {error}"[:300])
            return False
        return True


class SettingsEvents:
    """The entrypoints of a service whose settings operators change; its `app` has `live` and `base`."""

    app: Any
    settings_refresh: Any = SettingsRefresh()

    @on_events(OrderPlaced, "change_setting")
    def on_setting_ordered(self, work: Work, events: list[OrderPlaced]) -> None:
        """Operators change settings."""
        settings_ordered(work, self.app.live, events)

    @on_events(SettingChanged)
    def on_setting_changed(self, work: Work, events: list[SettingChanged]) -> None:
        """The owner of a setting has changed it."""
        settings_changed(work, self.app.live, events)

    @on_events(SettingsAsked)
    def on_settings_asked(self, work: Work, _events: list[SettingsAsked]) -> None:
        """Moderation has started."""
        announce(work, self.app.live)
