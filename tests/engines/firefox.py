"""Debian's Firefox, by WebDriver BiDi, which it speaks itself, with no driver in between; Selenium carries messages."""

import json
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.engines.tab import WIDE, Tab
from tests.support import processes
from tests.support.guard import GUARD
from tests.support.server import wait_until

START_S, ANSWER_S = 90.0, 120.0
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.serverURL": "",
    "extensions.update.enabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""It calls nobody by itself, and moves nothing about."""


class FirefoxTab:
    """A tab in a container of its own, as Firefox calls what shares no storage with others."""

    def __init__(self, firefox: "Firefox", size: tuple[int, int]) -> None:
        self._tell = firefox.tell
        self._container = self._tell("browser.createUserContext")["userContext"]
        created = self._tell("browsingContext.create", type="tab", userContext=self._container)
        self.context = str(created["context"])
        self._complaints = firefox.complaints_of(self.context)
        self.resize(*size)

    def go(self, url: str) -> None:
        """See `Tab`."""
        self._tell("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def ask(self, body: str, *values: Any) -> Any:
        """See `Tab`."""
        function = f"""async (text) => {{
            const given = JSON.parse(text);
            const answer = await (async () => {{ {body} }})();
            return JSON.stringify(answer ?? null);
        }}"""
        return evaluated(self._tell, self.context, function, json.dumps(values))

    def press_at(self, x: float, y: float) -> None:
        """See `Tab`."""
        self._point(_move(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def _point(self, *actions: dict[str, Any]) -> None:
        self._act({"type": "pointer", "id": "mouse", "actions": list(actions)})

    def type(self, text: str) -> None:
        """See `Tab`."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def _act(self, source: dict[str, Any]) -> None:
        self._tell("input.performActions", context=self.context, actions=[source])

    def resize(self, width: int, height: int) -> None:
        """See `Tab`."""
        viewport = {"width": width, "height": height}
        self._tell("browsingContext.setViewport", context=self.context, viewport=viewport)

    def complaints(self) -> list[str]:
        """See `Tab`."""
        return list(self._complaints)

    def close(self) -> None:
        """See `Tab`."""
        self._tell("browser.removeUserContext", userContext=self._container)


class Firefox:
    """One browser; each person has a container in it."""

    name = "firefox"

    def __init__(self, program: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="kafeneio-firefox-"))
        GUARD.watch(folder=self._folder)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self._folder / "user.js").write_text("\n".join(lines))
        command = [str(program), "--headless", "--no-remote", "--profile", str(self._folder)]
        self._said = self._folder / "said.log"
        with self._said.open("w") as said:
            self._process = subprocess.Popen(
                [*command, "--remote-debugging-port=0", "--remote-allow-system-access"], stdout=said, stderr=said
            )
        GUARD.watch(pid=self._process.pid)
        wait_until(lambda: self._address() is not None, START_S, "Firefox to listen")
        self._connection = WebSocketConnection(f"{self._address()}/session", ANSWER_S, 0.005)
        self.tell("session.new", capabilities={})
        self._heard: dict[str, list[str]] = {}
        self._connection.callbacks["log.entryAdded"] = [self._hear]
        self.tell("session.subscribe", events=["log.entryAdded"])

    def _address(self) -> str | None:
        found = re.search(r"BiDi listening on (ws://\S+)", self._said.read_text())
        return found[1] if found else None

    def tell(self, method: str, **params: Any) -> Any:
        """The result of a command of WebDriver BiDi."""
        answer = self._connection.send_cmd(method, params)
        assert "result" in answer, f"{method}: {answer}"
        return answer["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.complaints_of(entry["source"].get("context", "")).append(str(entry["text"]))

    def complaints_of(self, context: str) -> list[str]:
        """The errors of a page, to which those that come are added."""
        return self._heard.setdefault(context, [])

    def ask_browser(self, body: str) -> Any:
        """What the body of a function returns that runs in the browser's own window, with all its rights."""
        windows = self.tell("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"]
        return evaluated(self.tell, windows[0]["context"], f"() => {{ {body} }}")

    def open(self, size: tuple[int, int] = WIDE) -> FirefoxTab:
        """See `Engine`."""
        return FirefoxTab(self, size)

    def freeze(self, tab: Tab, *, frozen: bool) -> None:
        """See `Engine`: all tabs stand still."""
        processes.send(processes.family(self._process.pid), signal.SIGSTOP if frozen else signal.SIGCONT)

    def close(self) -> None:
        """See `Engine`."""
        self._connection.close()
        processes.kill_family(self._process.pid)
        self._process.wait(START_S)
        shutil.rmtree(self._folder, ignore_errors=True)
        GUARD.forget(pid=self._process.pid, folder=self._folder)


def evaluated(tell: Any, context: str, function: str, *texts: str) -> Any:
    """What a function returns in a context: text is read as JSON."""
    arguments = [{"type": "string", "value": text} for text in texts]
    answer = tell(
        "script.callFunction",
        functionDeclaration=function,
        arguments=arguments,
        awaitPromise=True,
        target={"context": context},
    )
    assert answer["type"] == "success", answer["exceptionDetails"]["text"]
    value = answer["result"].get("value")
    return json.loads(value) if isinstance(value, str) and texts else value


def _move(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}
