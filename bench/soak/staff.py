"""What staff do on a day: reports decided, a red card, a match corrected, with the checks of what must come of it."""

import time
from collections.abc import Sequence
from typing import Any

from bench.processes.whole_platform import Platform
from bench.soak.people import Answer, House, Person
from services.kernel.clock import TimeMs

_REASON = "decided on the day after it happened"
_EFFECT_TIMEOUT_S = 60.0
_LOOK_S = 0.1
_CORRECTION_EVERY_DAYS = 7


class Staff:
    """An administrator and an operator. `lost` gets a sentence for everything that did not happen as it must."""

    def __init__(self, platform: Platform, house: House, people: Sequence[Person]) -> None:
        """`people`: administrator, operator, and the one who is given red cards."""
        self.judge, self.operator, self.offender = people
        self._platform, self._house = platform, house
        self.lost: list[str] = []
        self.done: dict[str, int] = {"reports": 0, "cards": 0, "corrections": 0}
        self._tokens: dict[str, str] = {}
        self.banned_until_ms: TimeMs = 0
        for person, role in ((self.judge, "administrator"), (self.operator, "operator")):
            reason = ("--by", "soak", "--reason", "works here for a year")
            platform.run_command("roles", "give", person.name, role, *reason)

    def work(self, day: int, now_ms: TimeMs, reporter: Person, token: str, reported: Person) -> None:
        """One day. `reporter` has sat at a table with `reported`, and has a session with this token."""
        for person in (self.judge, self.operator):
            self._tokens[person.name] = self._good(self._house.log_in(person), "a login of staff").get("token", "")
        self._report(day, reporter, token, reported)
        self._try_the_banned(day, now_ms)
        if day % _CORRECTION_EVERY_DAYS == 2:
            self._correct(day)

    def _report(self, day: int, reporter: Person, token: str, reported: Person) -> None:
        body = {"id": f"report-{day}", "category": "attitude", "comment": "plays slowly", "name": reported.name}
        self._good(self._house.ask(reporter, "POST", "/api/reports", body, token), "a report")
        for line in self._asked(self.judge, "GET", "/api/staff/reports").get("reports", []):
            found = line.get("report", line)
            decided = {"id": f"decision-{found['id']}"[:64], "decision": "ignore", "reason": _REASON}
            self._asked(self.judge, "POST", f"/api/staff/reports/{found['id']}/decision", decided)
            self.done["reports"] += 1

    def _try_the_banned(self, day: int, now_ms: TimeMs) -> None:
        """Who has a red card comes in when its month is over, and not before; then there is another one."""
        answer = self._house.log_in(self.offender)
        if now_ms < self.banned_until_ms:
            if answer.status < 300 or answer.body.get("error") != "account_suspended":
                self.lost.append(f"day {day}: suspended until {self.banned_until_ms}, and a login is answered {answer}")
            return
        self._good(answer, f"day {day}: a login after a suspension until {self.banned_until_ms}")
        card = {"id": f"card-{day}", "to": self.offender.name, "reason": _REASON}
        self._asked(self.judge, "POST", "/api/staff/cards", card)
        self.done["cards"] += 1
        deadline_s = time.monotonic() + _EFFECT_TIMEOUT_S
        while (refused := self._house.log_in(self.offender)).body.get("error") != "account_suspended":
            if time.monotonic() > deadline_s:
                self.lost.append(f"day {day}: a red card, and a login is answered {refused}")
                return
            time.sleep(_LOOK_S)
        self.banned_until_ms = refused.body["detail"]["until_ms"]

    def _correct(self, day: int) -> None:
        """Make a tie of the newest match that was won."""
        with self._platform.postgres.connect(self._platform.databases["tables"]) as tables:
            row = tables.execute(
                "SELECT match_id FROM tables.matches WHERE outcome = 'won' AND stake_chips > 0 "
                "ORDER BY ended_at_ms DESC LIMIT 1"
            ).fetchone()
        if row is None:
            self.lost.append(f"day {day}: no match to correct")
            return
        operation = {"kind": "correct_match", "match": row[0], "result": "tie"}
        order = {"id": f"order-{day}", "reason": _REASON, "operation": operation}
        self._asked(self.operator, "POST", "/api/operator/orders", order)
        deadline_s = time.monotonic() + _EFFECT_TIMEOUT_S
        while (state := self._state_of_newest()) == "placed":
            if time.monotonic() > deadline_s:
                break
            time.sleep(_LOOK_S)
        if state != "done":
            self.lost.append(f"day {day}: the correction of {row[0]} is {state}")
        self.done["corrections"] += state == "done"

    def _state_of_newest(self) -> str:
        orders = self._asked(self.operator, "GET", "/api/operator/orders").get("orders", [])
        return str(orders[0]["state"]) if orders else "unknown"

    def _asked(self, person: Person, method: str, path: str, body: Any = None) -> dict[str, Any]:
        return self._good(self._house.ask(person, method, path, body, self._tokens[person.name]), f"{method} {path}")

    def _good(self, answer: Answer, what: str) -> dict[str, Any]:
        if answer.status >= 300:
            self.lost.append(f"{what} was answered {answer.status} {answer.body}")
            return {}
        return answer.body
