"""How people of any engine play: open tables, sit down, and make any play that the page offers."""

from tests.engines.visitor import Visitor

EMPTY = ", empty$"


def practise(person: Visitor, game: str, *options: str) -> None:
    """Open a table against the computer, with these options."""
    person.press("button", "Open a table")
    for choice in (game, *options, "The computer"):
        person.press("label", choice)
    person.press("button", "Play")
    person.sees(role="heading", name=game)


def is_over(person: Visitor) -> bool:
    """Whether the match has a result."""
    return person.is_shown(role="button", name="Rematch")


def place(person: Visitor) -> None:
    """Mark the first free cell once it is one's turn, if it ever is again."""
    person.until(lambda: is_over(person) or may_place(person), "one's turn")
    if is_over(person):
        return
    free = empty_cells(person)
    person.until(lambda: is_over(person) or person.try_press(role="gridcell", pattern=EMPTY), "a free cell")
    person.until(lambda: is_over(person) or empty_cells(person) < free, "one's mark")


def may_place(person: Visitor) -> bool:
    """Whether it is one's turn, the board is drawn, and no mark of one's own is still on its way."""
    coming = "[role=gridcell][data-coming=true]"
    return has_turn(person) and empty_cells(person) > 0 and not person.is_shown(css=coming)


def has_turn(person: Visitor) -> bool:
    """Whether it is one's turn, as the page has it."""
    return "Your turn" in person.page_text()


def empty_cells(person: Visitor) -> int:
    """How many cells of tic-tac-toe are free."""
    return person.count(role="gridcell", pattern=EMPTY)


def play_turn_of_tavli(person: Visitor) -> None:
    """Move the first checkers that may be moved to the first places, and send the turn; wait for it if need be."""
    movable, target, done = "[data-place][aria-label*='can be moved']", "[data-place][data-target=true]", "Done"

    def is_done() -> bool:
        return person.count(role="button", name=done, css="button:enabled") > 0

    person.until(lambda: is_over(person) or is_done() or person.is_shown(css=movable), "one's turn")
    while not is_over(person) and not is_done():
        person.press(css=movable)
        person.until(lambda: person.is_shown(css=target), "somewhere to go")
        person.press(css=target)
        person.sees_no(css=target)
    if is_over(person):
        return
    person.press("button", done)
    person.until(lambda: is_over(person) or not is_done(), "the turn to be over")


def play_pilotta(person: Visitor) -> None:
    """Pass, or play the first card that fits; wait until one of them can be done."""
    fits, passes = "[data-own][data-standing=fits]", {"role": "button", "name": "Pass"}
    person.until(
        lambda: is_over(person) or person.is_shown(css=fits) or person.is_shown(**passes), "a call or a card", 120
    )
    if is_over(person):
        return
    if person.is_shown(**passes):
        person.press("button", "Pass")
        person.sees_no(**passes)
        return
    card = person.ask("return kafeneioTests.find({ css: given[0] })[0]?.dataset.own;", fits)
    own = f"[data-own='{card}']"
    for _ in range(2):  # the first press chooses it
        if person.is_shown(css=f"{own}[data-standing=fits]"):
            person.press(css=own)
    person.sees_no(css=own)
