"""The clocks and returns of RULES.md §7 and §9 once more, slow and plain, from the rules alone: what a table is held
against. Nothing of the tables service is used here; a seat is a number, a time is in milliseconds."""

PERIOD_MS = 30_000
TIMEOUTS_BORNE = 4
FIRST_CARD_MS = {"single": 5_000, "normal": 20_000, "block": 65_000}
SYSTEM_PLAY_MS = 6_000
CARDS_THAT_SUSPEND = 28
WINDOW_MS, TOTAL_MS = 300_000, 900_000


class Budget:
    """`move_clock` and `budget`: one seat owes a decision at a time."""

    def __init__(self, seats: int, turn: int, now_ms: int) -> None:
        self.timeouts = [0] * seats
        self.turn, self.begun_ms, self.begun_again = turn, now_ms, False
        self.removed: tuple[int, int, str] | None = None
        """Who is out, when and why; nothing happens any more."""

    def until(self, ms: int) -> None:
        """All periods that end before `ms` have ended."""
        while self.removed is None and self.begun_ms + PERIOD_MS < ms:
            self.begun_ms += PERIOD_MS
            self.timeouts[self.turn] += 1
            if self.timeouts[self.turn] > TIMEOUTS_BORNE:
                self.removed = self.turn, self.begun_ms, "timeouts"

    def say(self, seat: int, _n: int, now_ms: int) -> None:
        """A complete decision: in time at exactly the end of a period."""
        self.until(now_ms)
        if self.removed is None and seat == self.turn:
            self.turn, self.begun_ms, self.begun_again = (self.turn + 1) % len(self.timeouts), now_ms, False

    def lose(self, seat: int, now_ms: int) -> None:
        """At exactly the end of a period it has ended; then it begins again, once per decision."""
        self.until(now_ms + 1)
        if self.removed is None and seat == self.turn and not self.begun_again:
            self.begun_ms, self.begun_again = now_ms, True

    def back(self, _seat: int, now_ms: int, _shown_ms: int) -> None:
        """That a deadline itself is in time holds for actions, not for returns."""
        self.until(now_ms + 1)


class Window:
    """`card_clock` and `fixed_window`: a turn costs cards, and who is lost stops the match."""

    def __init__(self, seats: int, turn: int, now_ms: int) -> None:
        self.cards: list[tuple[int, str]] = []
        """Seat and colour, as they fell."""
        self.turn, self.kind, self.begun_ms = turn, "normal", now_ms
        self.marks, self.renewed, self.lost_in_turn = 0, False, False
        self.away: dict[int, tuple[int, bool]] = {}
        """Seat → since when, and whether the match was waiting already."""
        self.absent_ms = [0] * seats
        self.waits_since_ms = 0
        self.removed: tuple[int, int, str] | None = None

    def until(self, ms: int) -> None:
        """All that falls before `ms` has fallen."""
        while self.removed is None:
            due_ms = min(map(self.ends_ms, self.away)) if self.away else self.begun_ms + self.mark_ms()
            if due_ms >= ms:
                return
            if self.away:
                self.run_out(due_ms)
            else:
                self.mark(due_ms)

    def mark_ms(self) -> int:
        """After how long in the turn the next thing happens."""
        if self.kind == "single" and self.marks:
            return SYSTEM_PLAY_MS
        return FIRST_CARD_MS[self.kind] + 5_000 * self.marks

    def mark(self, now_ms: int) -> None:
        """A card; or with one legal play and its card given, the system's play."""
        if self.kind == "single" and self.marks:
            self.next_turn(0, now_ms)
            return
        self.marks += 1
        self.cards.append((self.turn, "yellow"))
        if self.marks == CARDS_THAT_SUSPEND:
            self.removed = self.turn, now_ms, "suspended"

    def ends_ms(self, seat: int) -> int:
        """The last millisecond in which a lost player may return."""
        return self.away[seat][0] + min(WINDOW_MS, TOTAL_MS - self.absent_ms[seat])

    def run_out(self, now_ms: int) -> None:
        """The first window to end costs a blue card, and the match."""
        seat = min(self.away, key=lambda each: (self.ends_ms(each), self.away[each][0]))
        self.cards.append((seat, "blue"))
        self.removed = seat, now_ms, "abandoned" if self.away[seat][1] else "not_returned"

    def next_turn(self, n: int, now_ms: int) -> None:
        """What was said chooses the next turn's clock."""
        self.turn, self.kind = (self.turn + 1) % len(self.absent_ms), {1: "single", 2: "block"}.get(n, "normal")
        self.begun_ms, self.marks, self.renewed, self.lost_in_turn = now_ms, 0, False, False

    def say(self, seat: int, n: int, now_ms: int) -> None:
        """In time at exactly a card's moment, or the system's; nobody plays while the match waits."""
        self.until(now_ms)
        if self.removed is None and seat == self.turn and not self.away:
            self.next_turn(n, now_ms)

    def lose(self, seat: int, now_ms: int) -> None:
        """The match waits; cards given before stand."""
        self.until(now_ms)
        if self.removed is None:
            self.waits_since_ms = self.waits_since_ms if self.away else now_ms
            self.away[seat] = now_ms, bool(self.away)
            self.lost_in_turn |= seat == self.turn

    def back(self, seat: int, now_ms: int, shown_ms: int) -> None:
        """In time in the window's last millisecond. With the last one back the turn has a full new clock, but for who
        was lost in it before: what was left. The hand is shown first."""
        self.until(now_ms)
        if self.removed is not None:
            return
        self.absent_ms[seat] += now_ms - self.away.pop(seat)[0]
        if self.away:
            return
        if self.lost_in_turn and self.renewed:
            self.begun_ms += now_ms - self.waits_since_ms + shown_ms
        else:
            self.begun_ms, self.marks = now_ms + shown_ms, 0
        self.renewed, self.lost_in_turn = self.renewed or self.lost_in_turn, False
