"""Somebody with a browser: what they see and press, by the names that everybody (and a screen reader) has."""

import re
import uuid
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

PASSWORD = "correct horse battery"
WAIT_MS = 60_000


class Person:
    """One browser context: a person of their own."""

    def __init__(
        self, browser: Browser, url: str, name: str, width: int = 1280, height: int = 800, address: str = ""
    ) -> None:
        """At the door; the name gets a tail of its own, so that tests never meet. `address`: where they come from, at a
        platform that trusts a proxy."""
        self.name = f"{name}{uuid.uuid4().hex[:5]}"
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            extra_http_headers={"X-Forwarded-For": address} if address else {},
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        self.url = url
        self.page.goto(url)

    def register(self) -> "Person":
        """Become a guest of the platform."""
        self.page.get_by_text("New here").click()
        fields = {"username": self.name, "email": f"{self.name}@example.org", "password": PASSWORD}
        for field, value in {**fields, "birth_date": "1990-02-03"}.items():
            self.page.locator(f"[name={field}]").fill(value)
        self.page.get_by_role("button", name="Take a chair").click()
        expect(self.page.get_by_text("Good to see you")).to_be_attached(timeout=WAIT_MS)
        return self

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """The first button of that name."""
        return self.page.get_by_role("button", name=name).first

    def play_computer(self, game: str = "Tic-tac-toe") -> None:
        """Sit down at a practice table."""
        self.button(f"{game}: play the computer").click()

    def open_table(self, stake_chips: int, game: str = "Tic-tac-toe") -> None:
        """Open a table that anybody may join."""
        self.button("Open a table").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_text(game, exact=True).click()
        dialog.locator("input[type=number]").fill(str(stake_chips))
        dialog.get_by_role("button", name="Open the table").click()

    def at_table_of(self, other: "Person", what: str) -> None:
        """Press the button that sits down at, or watches, the table that the other one has opened."""
        self.button(re.compile(f"^{what} .*{other.name}")).click()

    def leave_match(self) -> None:
        """Leave a match for good, which is back to the room."""
        for name in ("Menu of the table", "Leave the game"):
            self.button(name).click()
        self.page.get_by_role("button", name="Leave", exact=True).click()
        expect(self.button("Play now")).to_be_visible(timeout=WAIT_MS)

    def place(self, cell: str) -> None:
        """Mark a cell (`2,3`); waits for one's turn."""
        row, col = cell.split(",")
        self.page.get_by_role("gridcell", name=f"Row {row}, column {col}, empty").click()

    def sees_mark(self, cell: str) -> None:
        """The cell is marked, by whomever."""
        row, col = cell.split(",")
        expect(self.page.get_by_label(re.compile(f"^Row {row}, column {col}, (?!empty)"))).to_be_visible(
            timeout=WAIT_MS
        )

    def says(self, text: str) -> None:
        """Send a line at the table, and receive it."""
        self.button("Chat").click()
        self.page.get_by_label("Your message").fill(text)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("log")).to_contain_text(text)
        self.page.keyboard.press("Escape")

    def has_x(self) -> bool:
        """Whether one begins this match, as the first line at the table says."""
        told = self.page.get_by_text(re.compile(r"begin\w* with X")).first
        expect(told).to_be_attached(timeout=WAIT_MS)
        return self.name in (told.text_content() or "") or "You begin" in (told.text_content() or "")

    def text(self) -> str:
        """All that is to be read."""
        return self.page.locator("body").inner_text()

    def me(self) -> Any:
        """What the platform stores of this person."""
        return self.page.evaluate(
            """async () => {
                 const token = Object.values(localStorage).join(' ').match(/[A-Za-z0-9_-]{43}/)[0];
                 const answer = await fetch('/api/me', {headers: {authorization: `Bearer ${token}`}});
                 return answer.json();
               }"""
        )

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()
