"""Debian's WebKit, the engine of Safari and of every browser on an iPhone, by Selenium, on a screen in memory."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.engines.tab import WIDE, Tab
from tests.support import processes
from tests.support.guard import GUARD

STEP_S = 60.0
DRAWING = {
    "GDK_BACKEND": "x11",
    "GTK_A11Y": "none",
    "LC_ALL": "C.UTF-8",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
}
"""Without a graphics card, and without the services of a desktop."""
SETTINGS = "[Settings]\ngtk-enable-animations=0\n"
"""A page takes it for a wish for less motion."""
MARKS = ("CONSOLE JS ERROR", "CONSOLE ERROR")


class WebKitTab:
    """A browser of its own: a driver has one."""

    def __init__(self, display: str, size: tuple[int, int]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="kafeneio-webkit-"))
        GUARD.watch(folder=self._folder)
        (self._folder / "gtk-3.0").mkdir()
        (self._folder / "gtk-3.0" / "settings.ini").write_text(SETTINGS)
        self._said = self._folder / "said.log"
        own = {"DISPLAY": display, "XDG_CONFIG_HOME": str(self._folder), "XDG_DATA_HOME": str(self._folder)}
        self._service = Service(
            executable_path=shutil.which("WebKitWebDriver"),
            env=dict(os.environ) | DRAWING | own,
            log_output=str(self._said),
        )
        options = Options()
        options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")))
        options.add_argument("--automation")
        options.add_argument("--enable-write-console-messages-to-stdout=true")
        self._driver = webdriver.WebKitGTK(options=options, service=self._service)
        GUARD.watch(pid=self._service.process.pid)
        self._driver.set_script_timeout(STEP_S)
        self.resize(*size)

    @property
    def pid(self) -> int:
        """The driver's process, to which the browser belongs."""
        return int(self._service.process.pid)

    def go(self, url: str) -> None:
        """See `Tab`."""
        self._driver.get(url)

    def ask(self, body: str, *values: Any) -> Any:
        """See `Tab`."""
        script = f"""const [given, done] = arguments;
            const answer = async () => {{ {body} }};
            answer().then((value) => done({{ value }}), (error) => done({{ error: `${{error}}` }}));"""
        answer = self._driver.execute_async_script(script, list(values))
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def press_at(self, x: float, y: float) -> None:
        """See `Tab`."""
        actions = ActionBuilder(self._driver, duration=0)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()

    def type(self, text: str) -> None:
        """See `Tab`."""
        ActionChains(self._driver, duration=0).send_keys(text).perform()

    def resize(self, width: int, height: int) -> None:
        """See `Tab`. The bar above the page has its own height."""
        bar = self._driver.execute_script("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        self._driver.set_window_rect(0, 0, width + max(0, bar[0]), height + max(0, bar[1]))

    def complaints(self) -> list[str]:
        """See `Tab`."""
        return [line for line in self._said.read_text().splitlines() if any(mark in line for mark in MARKS)]

    def close(self) -> None:
        """See `Tab`."""
        pid = self.pid
        processes.kill_family(pid)
        self._service.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
        GUARD.forget(pid=pid, folder=self._folder)


class WebKit:
    """A screen in memory, on which each person's browser is."""

    name = "webkit"

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        GUARD.watch(pid=self._screen.pid)
        os.close(writing)
        with os.fdopen(reading) as said:
            self._display = f":{said.readline().strip()}"
        assert self._display != ":", "Xvfb did not start"

    def open(self, size: tuple[int, int] = WIDE) -> WebKitTab:
        """See `Engine`."""
        return WebKitTab(self._display, size)

    def freeze(self, tab: Tab, *, frozen: bool) -> None:
        """See `Engine`."""
        assert isinstance(tab, WebKitTab)
        members = [pid for pid in processes.family(tab.pid) if pid != tab.pid]
        processes.send(members, signal.SIGSTOP if frozen else signal.SIGCONT)

    def close(self) -> None:
        """See `Engine`."""
        self._screen.terminate()
        self._screen.wait(STEP_S)
        GUARD.forget(pid=self._screen.pid)
