"""What is sent of a notice that is due, and what follows from the answer (RULES.md §24)."""

import base64
import hashlib
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec

from services.contracts.lobby.people.push import PushKind
from services.kernel.clock import TimeMs
from services.kernel.languages import ENGLISH, LANGUAGES, read
from services.lobby import metrics
from services.lobby.calls import rows as calls
from services.lobby.calls.rules import state_at
from services.lobby.conduct import exclusions
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.push import rows as stored
from services.lobby.push import rules
from services.lobby.push.rows import Browser, Due
from services.lobby.push.rules import Choices
from services.lobby.social import friend_rows as friends
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode

Outcome = Literal["sent", "gone", "refused", "again"]
TURN_TAG = "kafeneio-turn"
"""By which the page itself calls a player to their turn: of both one is shown."""
_GONE = frozenset({404, 410})
_AGAIN = frozenset({408, 425, 429})
_PATHS: dict[PushKind, str] = {
    "turn": "/table/{about}",
    "call": "/i/{about}",
    "evening": "/company/{about}",
    "soon": "/competitions/{about}",
    "game": "/competitions/{about}",
    "prize": "/competitions/{about}",
    "problem": "/problems",
}


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A notice in `push.json` of a language's folder."""

    title: str
    body: str


class _AllWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: _Words
    call: _Words
    evening: _Words
    soon: _Words
    game: _Words
    prize: _Words
    problem: _Words


class Text(msgspec.Struct, frozen=True):
    """What a browser's service worker gets. `tag`: a newer notice with the same takes the older one's place; `path`:
    where it leads."""

    kind: PushKind
    title: str
    body: str
    tag: str
    path: str


class Delivery(msgspec.Struct, frozen=True):
    """A notice on its way to a browser."""

    due: Due
    browser: Browser
    text: bytes

    @property
    def origin(self) -> str:
        """The origin of the service, for its signature."""
        parts = urlsplit(self.browser.endpoint)
        return f"https://{parts.netloc}"

    def headers(self, now_ms: TimeMs) -> dict[str, str]:
        """The headers of RFC 8030."""
        return {
            "TTL": str(max(0, self.due.until_ms - now_ms) // 1000),
            "Urgency": rules.KINDS[self.due.kind].urgency,
            "Topic": topic_of(self.due.kind, self.due.about),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
        }


class Claimed(NamedTuple):
    """What is to be sent, and how many notices were looked at for it."""

    deliveries: list[Delivery]
    looked_at: int


_WORDS = {language: read(language, "push", _AllWords) for language in LANGUAGES}


def topic_of(kind: PushKind, about: str) -> str:
    """The matter of a notice, in the 32 signs that services take."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"{kind}|{about}".encode()).digest()[:24]).decode()


def text_of(kind: PushKind, about: str, language: str) -> Text:
    """The text of a notice."""
    words: _Words = getattr(_WORDS.get(language, _WORDS[ENGLISH]), kind)
    tag = TURN_TAG if kind == "turn" else f"{kind}-{topic_of(kind, about)}"
    return Text(kind, words.title, words.body, tag, _PATHS[kind].format(about=about))


def claim(work: Work, ports: Ports, lease_ms: int, room: dict[str, int], room_else: int, most: int) -> Claimed:
    """Claim what is due, and look again whether it is still to be sent."""
    claimed = stored.claim(work, lease_ms, room, room_else, most)
    if not claimed:
        return Claimed([], 0)
    accounts = {each.account for each in claimed}
    browsers = {each.browser: each for many in stored.browsers_of(work, accounts).values() for each in many}
    choices = stored.choices_of(work, accounts)
    persons = {player.account: player for player in players.find_some(work, accounts)}
    deliveries = []
    for due in claimed:
        browser, player = browsers.get(due.browser), persons.get(due.account)
        at_ms = rules.due_at(due.kind, choices.get(due.account, Choices()), due.until_ms, work.now_ms)
        if (
            browser is None
            or player is None
            or at_ms is None
            or not (still_holds(work, due.event, due.kind, due.about, player))
        ):
            stored.put_off(work, due, None)
            metrics.web_push_notices.labels(due.kind, "not_needed").inc()
        elif at_ms > work.now_ms:
            stored.put_off(work, due, at_ms, was_tried=False)
            metrics.web_push_notices.labels(due.kind, "delayed").inc()
        else:
            text = encode(text_of(due.kind, due.about, player.language))
            deliveries.append(Delivery(due, browser, text))
    return Claimed(deliveries, len(claimed))


def still_holds(work: Work, event: str, kind: PushKind, about: str, player: Player) -> bool:
    """Whether what a notice is about has not passed, and its player may be notified."""
    if player.gateway is not None and not rules.is_for_connected(event):
        return False
    if kind == "turn" and player.seated_at != about:
        return False
    if kind == "problem":
        chosen = stored.choices_of(work, [player.account]).get(player.account, Choices())
        if chosen.problem_done_day >= about:
            return False
    if kind == "call":
        call = calls.find(work, about)
        if call is None or state_at(call, work.now_ms) != "waiting":
            return False
        if friends.state_of(work, player.account, call.account) != "friend":
            return False
    return exclusions.check_last_events(work, player.account) is None


def outcome_of(status: int | None) -> Outcome:
    """What an answer means; None: there was none."""
    if status is None or status in _AGAIN or status >= 500:
        return "again"
    if status in _GONE:
        return "gone"
    return "sent" if 200 <= status < 300 else "refused"


def settle(work: Work, _ports: Ports, delivery: Delivery, status: int | None, retry_after_s: int) -> None:
    """Store what came of a delivery."""
    due, outcome = delivery.due, outcome_of(status)
    next_ms = None
    if outcome == "gone":
        stored.drop_browsers(work, [due.browser])
        metrics.web_push_browsers_changed.labels("gone").inc()
    elif outcome == "again":
        next_ms = rules.next_try(due.tries, due.until_ms, work.now_ms, retry_after_s * 1000)
    stored.put_off(work, due, next_ms)
    name = "given_up" if outcome == "again" and next_ms is None else outcome
    metrics.web_push_notices.labels(due.kind, name).inc()
    if outcome == "sent" and due.tries == 1:
        metrics.web_push_seconds.observe(max(0, work.now_ms - due.due_at_ms) / 1000)


def measure(work: Work, _ports: Ports) -> None:
    """Update the metrics of what waits."""
    number, oldest_ms = stored.backlog(work)
    metrics.web_push_overdue.set(number)
    metrics.web_push_overdue_seconds.set(0 if oldest_ms is None else max(0, work.now_ms - oldest_ms) / 1000)
    metrics.web_push_browsers.set(stored.count_browsers(work))
