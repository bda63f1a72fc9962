"""Tables before their start once more, slow and plain, from RULES.md §2 and §4–§6 alone: what the lobby is held
against. Players are names, times are milliseconds; every deed answers a code, or None if it was done."""

from dataclasses import dataclass, field

INVITE_MS, START_MS = 30_000, 120_000


@dataclass
class Invited:
    """An invitation: to whom, since when, and what has become of it."""

    name: str
    sent_ms: int
    state: str = "pending"


@dataclass
class Table:
    """A table that waits for players, or `started`, or `closed`."""

    mode: str
    seats: list[str | None]
    invited: dict[int, Invited] = field(default_factory=dict)
    filled_ms: int | None = None
    state: str = "open"


class OpenTables:
    """Everybody, and every table that there ever was, in the order of their making."""

    def __init__(self, names: list[str], seats: int) -> None:
        self.names, self.seats = names, seats
        self.now_ms = 0
        self.here = set(names)
        self.tables: list[Table] = []
        self.published: list[tuple[str, str, str | None]] = []
        """Who has been sent back to the lobby: the name, why, and because of whom."""

    # --- who does what ---

    def table_of(self, name: str) -> tuple[Table, str] | None:
        """The table that somebody has to do with, and how."""
        for table in self.tables:
            if table.state != "closed" and name in table.seats:
                return table, "playing" if table.state == "started" else "seated"
            if table.state == "open" and any(i.name == name and i.state == "pending" for i in table.invited.values()):
                return table, "invited"
        return None

    def status(self, name: str) -> str:
        """As in the players list."""
        found = self.table_of(name)
        if name not in self.here:
            return "returning" if found is not None and found[1] == "playing" else "absent"
        return {None: "online", "seated": "invited"}.get(found and found[1], found[1] if found else "online")

    # --- deeds ---

    def create(self, name: str, mode: str, invite: dict[int, str]) -> str | None:
        refusal = self.why_not_create(name, mode, invite)
        if refusal is None:
            seats: list[str | None] = [name, *[None] * (self.seats - 1)]
            invited = {seat: Invited(guest, self.now_ms) for seat, guest in sorted(invite.items())}
            self.tables.append(Table(mode, seats, invited))
        return refusal

    def why_not_create(self, name: str, mode: str, invite: dict[int, str]) -> str | None:
        if name not in self.here:
            return "player_not_online"
        if self.table_of(name) is not None:
            return "already_seated"
        guests = list(invite.values())
        if any(not 1 <= seat < self.seats for seat in invite):
            return "seat_invalid"
        if len(set(guests)) < len(guests):
            return "seat_duplicate"
        if name in guests:
            return "seat_self"
        if any(guest not in self.names for guest in guests):
            return "player_unknown"
        if any(self.status(guest) != "online" for guest in guests):
            return "player_not_online"
        return "seats_missing" if mode == "invite" and len(invite) < self.seats - 1 else None

    def join(self, name: str, table: Table, seat: int | None) -> str | None:
        if table.state != "open":
            return "table_unknown" if table.state == "closed" else "already_started"
        if name not in self.here:
            return "player_not_online"
        if self.table_of(name) is not None:
            return "already_seated"
        if table.mode == "invite":
            return "not_invited"
        if None not in table.seats:
            return "table_full"
        if seat is not None and not 0 <= seat < self.seats:
            return "seat_invalid"
        if seat is not None and table.seats[seat] is not None:
            return "seat_taken"
        self.sit(table, table.seats.index(None) if seat is None else seat, name)
        return None

    def sit(self, table: Table, seat: int, name: str) -> None:
        table.seats[seat] = name
        table.filled_ms = None if None in table.seats else self.now_ms

    def get_up(self, name: str, table: Table) -> str | None:
        asked = next((i for i in table.invited.values() if i.name == name), None)
        if table.state == "closed":
            return "table_unknown"
        if name not in table.seats and asked is None:
            return "not_seated"
        if table.state == "started":
            return "already_started"
        if name == table.seats[0]:
            self.close(table, "organizer_left", name)
        elif asked is not None:
            asked.state = "rejected" if asked.state == "pending" else asked.state
            self.close(table, "invitation_rejected", name)
        else:
            table.seats[table.seats.index(name)], table.filled_ms = None, None
        return None

    def start(self, name: str, table: Table) -> str | None:
        if table.state == "closed":
            return "table_unknown"
        if name != table.seats[0]:
            return "not_organizer"
        if table.state == "started":
            return "already_started"
        if None in table.seats:
            return "seats_missing"
        table.state = "started"
        return None

    def answer(self, name: str, table: Table, seat: int, accept: bool) -> str | None:
        asked = table.invited.get(seat)
        if asked is None:
            return "invitation_unknown"
        if asked.name != name:
            return "not_invited"
        if asked.state in ("accepted", "rejected"):
            return "invitation_answered"
        if asked.state == "withdrawn":
            return "invitation_withdrawn"
        if asked.state == "expired" or self.now_ms - asked.sent_ms > INVITE_MS:
            return "invitation_expired"
        if accept:
            asked.state = "accepted"
            self.sit(table, seat, name)
        else:
            asked.state = "rejected"
            self.close(table, "invitation_rejected", name)
        return None

    def lose(self, name: str) -> None:
        """Before the start it is as good as getting up."""
        found = self.table_of(name)
        if found is not None and found[1] != "playing":
            self.get_up(name, found[0])
        self.here.discard(name)

    def sweep(self) -> None:
        """What time has done."""
        for table in self.tables:
            if table.state != "open":
                continue
            late = [i for _, i in sorted(table.invited.items()) if self.is_silent(i)]
            if late:
                late[0].state = "expired"
                self.close(table, "invitation_rejected", late[0].name)
            elif table.filled_ms is not None and self.now_ms - table.filled_ms > START_MS:
                self.close(table, "start_timeout", None)

    def is_silent(self, asked: Invited) -> bool:
        return asked.state == "pending" and self.now_ms - asked.sent_ms > INVITE_MS

    def close(self, table: Table, why: str, because_of: str | None) -> None:
        """Everybody who sits there goes back to the lobby, and the other invitations are withdrawn."""
        table.state = "closed"
        for asked in table.invited.values():
            asked.state = "withdrawn" if asked.state == "pending" else asked.state
        self.published += [(name, why, because_of) for name in table.seats if name not in (None, because_of)]
