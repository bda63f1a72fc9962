"""A player who uses the keyboard alone and a screen reader.

`Keyboard` walks with Tab and arrows to what it presses; `Listener` keeps what live regions say, and holds after every
move that the focus is somewhere on the page and that every control has a name.
"""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.web.house import House, painted

STOPS_MAX = 150
"""More than any table has: who walks further has lost the way."""

LISTEN = """() => {
    const LIVE = "[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]";
    window.heardAloud = [];
    const hear = (node) => {
        const region = (node instanceof Element ? node : node.parentElement)?.closest(LIVE);
        const text = region?.textContent.trim();
        if (text && heardAloud.at(-1) !== text) heardAloud.push(text);
    };
    const listener = new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
        hear(target);
        addedNodes.forEach(hear);
    }));
    listener.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

NAMELESS = """() => {
    const CONTROLS = "button, a[href], input, select, textarea, [role=gridcell], [role=radio], [tabindex='0']";
    const text = (one) => (one?.textContent ?? "").trim();
    const labels = (one) => [...(one.labels ?? []), ...(one.getAttribute("aria-labelledby") ?? "").split(" ")
        .map((id) => document.getElementById(id))].map(text).join("");
    return [...document.querySelectorAll(CONTROLS)]
        .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true]"))
        .filter((one) => !one.ariaLabel && !text(one) && !labels(one) && !one.title)
        .map((one) => one.outerHTML.slice(0, 200));
}"""

HAS_FOCUS = """() => {
    const active = document.activeElement;
    return active !== null && active !== document.body && !(active instanceof HTMLButtonElement && active.disabled);
}"""
"""Whether something on the page has the focus and can be used."""

FOCUS = """(one) => {
    const active = document.activeElement;
    if (one === active) return "here";
    return one.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING ? "before" : "after";
}"""
"""Where an element is, as seen from what has the focus."""


class Keyboard:
    """Plays by keys alone: Tab from stop to stop until what is to be pressed has the focus, then Enter."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        """Walk to a control and press it."""
        self.walk(target)
        self.page.keyboard.press("Enter")

    def walk(self, target: Locator) -> None:
        """Walk to a control."""
        element = target.element_handle()
        for _ in range(STOPS_MAX):
            where = element.evaluate(FOCUS)
            if where == "here":
                return
            self.page.keyboard.press("Shift+Tab" if where == "before" else "Tab")
        raise AssertionError(f"no key leads to {target}")

    def choose(self, card: str) -> None:
        """Walk to one's hand, and with arrows to the card; press it."""
        while self._own() is None:
            self.walk(self.page.locator("[data-own][tabindex='0']"))
        for _ in range(STOPS_MAX):
            if self._own() == card:
                break
            self.page.keyboard.press("ArrowRight")
        assert self._own() == card, f"no arrow leads to {card}"
        self.page.keyboard.press("Enter")

    def _own(self) -> Any:
        return self.page.evaluate("document.activeElement.dataset.own ?? null")


class Listener:
    """What a screen reader would say of the page, from now on."""

    def __init__(self, house: House) -> None:
        self.page = house.page
        self.page.evaluate(LISTEN)

    def after_a_move(self) -> None:
        """The focus is not lost, and everything that can be pressed has a name."""
        painted(self.page)
        painted(self.page)  # the focus moves two pictures after what it was on has gone, or later on a busy machine
        self.page.wait_for_function(HAS_FOCUS)
        assert self.page.evaluate(NAMELESS) == []

    def heard(self) -> str:
        """Everything that was said, line by line."""
        return "\n".join(self.page.evaluate("heardAloud"))

    def heard_a_match(self, *opponents: str, result: str = "") -> None:
        """Whose turn it was, what each opponent did, and in the end the result."""
        self.page.get_by_role("status").filter(has_text=result).first.wait_for(state="attached")
        heard = self.heard()
        for words in ("Your turn.", *opponents, result):
            assert words in heard, f"{words!r} was not said: {heard}"
