"""Somebody with a browser of any engine: what they see and press, by the names that everybody has."""

import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from tests.engines.tab import Tab
from tests.web.site import AXE

PASSWORD = "correct horse battery"
WAIT_S = 60.0
_HELPERS = Path(__file__).with_name("page.js").read_text()
_HAS_HELPERS = "return Boolean(window.kafeneioTests);"
Query = dict[str, Any]


class Visitor:
    """One person at one page. Every wait ends with what it was for, or after a minute."""

    def __init__(self, tab: Tab, url: str, name: str) -> None:
        """At the door; the name gets a tail of its own, so that tests never meet."""
        self.tab, self.url = tab, url
        self._hindered = ""
        self.name = f"{name}{uuid.uuid4().hex[:5]}"
        tab.go(url)

    # --- what is there ---

    def ask(self, body: str, *values: Any) -> Any:
        """What a function returns in the page, with `kafeneioTests` at hand."""
        if not self.tab.ask(_HAS_HELPERS):
            self.tab.ask(f"if (!window.axe) {{ {AXE.read_text()} }}\n{_HELPERS}")
        return self.tab.ask(body, *values)

    def count(self, **query: Any) -> int:
        """How many are shown of what is asked for: `role`, `name` or `pattern`; `css`; or `text`."""
        return int(self.ask("return kafeneioTests.find(given[0]).length;", query))

    def is_shown(self, **query: Any) -> bool:
        """Whether one is shown."""
        return self.count(**query) > 0

    def texts(self, **query: Any) -> list[str]:
        """What is written in all that are shown of it."""
        return list(self.ask("return kafeneioTests.find(given[0]).map((one) => one.innerText);", query))

    def sees(self, **query: Any) -> None:
        """Wait until it is shown."""
        self.until(lambda: self.is_shown(**query), f"{query} to be shown")

    def reads(self, words: str) -> None:
        """Wait until these words are on the page."""
        self.until(lambda: words in self.page_text(), f"{words!r} on the page")

    def sees_no(self, **query: Any) -> None:
        """Wait until none is shown."""
        self.until(lambda: not self.is_shown(**query), f"{query} to be gone")

    def until(self, condition: Callable[[], object], what: str, timeout_s: float = WAIT_S) -> None:
        """Wait for something to become true."""
        deadline_s = time.monotonic() + timeout_s
        while not condition():
            if time.monotonic() > deadline_s:
                why = f"{self.name} waits in vain for {what} ({self._hindered}); the page says:"
                raise AssertionError(f"{why}\n{self.page_text()}")
            time.sleep(0.05)

    def page_text(self) -> str:
        """All that is to be read."""
        return str(self.tab.ask("return `${location.pathname} ${document.body?.innerText}`;"))

    # --- what one does ---

    def press(self, role: str = "button", name: str | None = None, **query: Any) -> None:
        """Press what can be pressed, once it is there and nothing covers it."""
        asked = query if "css" in query or "text" in query else {"role": role, **query}
        if name is not None:
            asked["name"] = name
        self.until(lambda: self.try_press(**asked), f"{asked} to be pressed")

    def try_press(self, **query: Any) -> bool:
        """Press it if it can be pressed now; whether the press met it: a page may move at the last moment."""
        found = self._spot(query)
        if found is None:
            return False
        self.tab.press_at(*found)
        return bool(self.tab.ask("return window.kafeneioTests ? kafeneioTests.wasMet() : true;"))

    def _spot(self, query: Query) -> tuple[float, float] | None:
        found = self.ask("return kafeneioTests.spot(given[0]);", query)
        self._hindered = str(found.get("why", ""))
        return (float(found["at"][0]), float(found["at"][1])) if "at" in found else None

    def fill(self, css: str, text: str) -> None:
        """Write into an empty field."""
        self.press(css=css)
        self.tab.type(text)
        self.until(lambda: self.ask("return document.querySelector(given[0]).value;", css) == text, f"{text} in {css}")

    def set_date(self, css: str, day: str) -> None:
        """Choose a day (`1990-02-03`)."""
        self.sees(css=css)
        assert self.ask("return kafeneioTests.setDate(...given);", css, day) == day

    def reload(self) -> None:
        """Load the page again."""
        self.tab.go(str(self.tab.ask("return location.href;")))

    # --- what one does here ---

    def fill_registration(self) -> None:
        """Fill in the form and send it."""
        fields = {"username": self.name, "email": f"{self.name}@example.org", "password": PASSWORD}
        for field, value in fields.items():
            self.fill(f"[name={field}]", value)
        self.set_date("[name=birth_date]", "1990-02-03")
        self.press("button", "Take a chair")
        self.sees(role="heading", pattern="^Good to see you")

    def register(self) -> Self:
        """Become a guest of the platform, from the door."""
        self.press(text="New here")
        self.fill_registration()
        return self

    def log_in(self) -> None:
        """Come in at the door with an account that is there already."""
        self.press(text="Come in")
        self.fill("[autocomplete~=username]", self.name)
        self.fill("[autocomplete=current-password]", PASSWORD)
        self.press(css="form [type=submit]")
        self.sees(role="heading", pattern="^Good to see you")

    def say(self, line: str) -> None:
        """Say a line in the room."""
        self.press(css="input[aria-label='Your message']")
        self.tab.type(line)
        self.press("button", "Say it")

    def me(self) -> Any:
        """What the platform stores of this person."""
        return self.tab.ask(
            """const token = JSON.parse(localStorage.getItem("kafeneio.session"));
               const answer = await fetch("/api/me", { headers: { authorization: `Bearer ${token}` } });
               return answer.json();"""
        )
