"""What tables answers about shared replays (RULES.md §23)."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts.base import Done
from services.contracts.tables import sharing as contract
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import Recording, Replay
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tables.analysis import job_rows
from services.tables.history import replay as replays
from services.tables.history.recordings import STAFF
from services.tables.schema import counting_result
from services.tables.settings import TablesSettings
from services.tables.sharing import rows, rules

UNKNOWN = Refusal("share_unknown")
NOT_DRAWN = Refusal("picture_unknown")
_LINK_BYTES = 16
_KINDS = {"board": "image/png", "moment": "image/gif"}


# --- of one's own ------------------------------------------------------------------------------------------------


def get_shares(work: Work, settings: TablesSettings, request: contract.GetShares) -> contract.Shares:
    """What an account has shared and was asked."""
    links = rows.of_account(work, request.account)
    questions = rows.questions_of(work, request.account, request.blocked)
    found = rows.match_rows(work, {row.match_id for row in (*links, *questions)})
    return contract.Shares(
        choice=rows.choice_of(work, request.account),  # type: ignore[arg-type]  # as `choose` writes it
        links=_links(work, links, found),
        questions=[_question(row, found[row.match_id]) for row in questions if row.match_id in found],
        limit=settings.shares_max,
    )


def set_share_choice(work: Work, request: contract.SetShareChoice) -> Done:
    """Another standing choice; it counts at once."""
    rows.choose(work, request.account, request.choice)
    return Done()


def share_match(work: Work, settings: TablesSettings, request: contract.ShareMatch) -> contract.ShareLink | Refusal:
    """A link to a match. Codes: `recording_unknown`, `recording_forbidden`, `share_limit`."""
    row = rows.match_row(work, request.match)
    if row is None or row.outcome is None:
        return Refusal("recording_unknown")
    if not rows.is_own(work, request.match, request.account):
        return Refusal("recording_forbidden")
    work.hold(f"shares|{request.account}")  # one change of an account's links after the other
    refusal = _put(work, settings, request)
    if refusal is not None:
        return refusal
    if request.names and not _is_of_house(row):
        others = [each for each in rules.persons(_seats(row)) if each != request.account]
        rows.agree(work, request.match, request.account)
        rows.ask(work, request.match, request.account, others)
    rows.want_pictures(work, request.match, row.game)
    own = [each for each in rows.of_account(work, request.account) if each.match_id == request.match]
    return _links(work, own, {request.match: row})[0]


def _put(work: Work, settings: TablesSettings, request: contract.ShareMatch) -> Refusal | None:
    own = rows.of_account(work, request.account)
    known = next((each for each in own if each.match_id == request.match), None)
    if known is not None:
        rows.wish_names(work, known.link, request.names)
        return None
    if len(own) >= settings.shares_max:
        return Refusal("share_limit", {"limit": settings.shares_max})
    rows.forget_ended(work)  # a link of this match that has ended would stand in the new one's place
    row = {
        "link": secrets.token_urlsafe(_LINK_BYTES),
        "match_id": request.match,
        "account": request.account,
        "names": request.names,
        "made_at_ms": work.now_ms,
        "ends_at_ms": work.now_ms + settings.share_days * DAY_MS,
    }
    rows.put(work, row)
    return None


def answer_share(work: Work, request: contract.AnswerShare) -> Done | Refusal:
    """Whether one's name may be shown. Code: `share_unasked`."""
    given = "agreed" if request.agree else "refused"
    return Done() if rows.answer(work, request.match, request.account, given) else Refusal("share_unasked")


def withdraw_share(work: Work, request: contract.WithdrawShare) -> Done | Refusal:
    """End a link. Codes: `share_unknown`, `recording_forbidden`."""
    found = rows.find(work, request.link)
    if found is None:
        return UNKNOWN
    if found.account != request.account and STAFF.isdisjoint(request.roles):
        return Refusal("recording_forbidden")
    rows.delete(work, found.link)
    return Done()


def _links(work: Work, links: Sequence[Any], found: dict[str, Any]) -> list[contract.ShareLink]:
    known = [each for each in links if each.match_id in found]
    left = _left(work, {each.match_id: found[each.match_id] for each in known})
    return [
        contract.ShareLink(
            link=each.link,
            match=each.match_id,
            game=found[each.match_id].game,
            names=each.names,
            names_shown=each.names and left[each.match_id] == 0,
            waiting_for=left[each.match_id] if each.names else 0,
            made_at_ms=each.made_at_ms,
            ends_at_ms=each.ends_at_ms,
        )
        for each in known
    ]


def _left(work: Work, found: dict[str, Any]) -> dict[str, int]:
    """Match → how many of its people do not agree to names; of a house-banked table everybody counts as one more."""
    asked = {match: rules.persons(_seats(row)) for match, row in found.items()}
    answers = rows.answers_of_matches(work, found)
    choices = rows.choices_of(work, {each for those in asked.values() for each in those})
    return {
        match: rules.waiting_for(asked[match], answers[match], choices) + _is_of_house(row)
        for match, row in found.items()
    }


def _question(row: Any, match: Any) -> contract.ShareQuestion:
    return contract.ShareQuestion(
        match=row.match_id,
        game=match.game,
        players=[seat.name for seat in _seats(match)],
        asked_by=row.asked_by,
        asked_at_ms=row.asked_at_ms,
        ended_at_ms=match.ended_at_ms,
        answer=row.answer,
    )


def _seats(row: Any) -> list[SeatPlayer]:
    return msgspec.json.decode(row.seats, type=list[SeatPlayer])


def _is_of_house(row: Any) -> bool:
    return bool(row.outcome == "played")


# --- for who holds a link ----------------------------------------------------------------------------------------


def match_of(work: Work, link: str) -> str | Refusal:
    """The match to which a link leads. Code: `share_unknown`."""
    found = rows.find(work, link)
    return UNKNOWN if found is None else str(found.match_id)


def get_shared(work: Work, request: contract.GetShared, recording: Recording) -> contract.Shared | Refusal:
    """A match as it is shown to who holds a link to it. Names come from the match's row, where an erasure removes
    them, and from nowhere that remembers. Code: `share_unknown`."""
    link = rows.find(work, request.link)
    row = rows.match_row(work, recording.match)
    if link is None or row is None:
        return UNKNOWN
    names = link.names and _left(work, {recording.match: row})[recording.match] == 0
    counts = counting_result(row)
    job = job_rows.find(work, recording.match)
    return contract.Shared(
        game=recording.game,
        title=rules.title_of(recording.game),
        options=recording.options,
        seats=rules.shown_seats(_seats(row), names=names),
        sides=recording.sides,
        hands=[contract.SharedHand(number=each.number, events=each.events) for each in recording.hands],
        ended_on=rules.day_of(recording.ended_at_ms),
        outcome=counts.outcome,
        winners=counts.winners,
        points=list(recording.result.get("points", [])),
        corrected=counts.corrected is not None,
        moment=rules.moment_of(recording, job.report if job is not None else None),
        pictures=rows.drawn(work, recording.match),  # type: ignore[arg-type]
    )


def replay_shared(recording: Recording, request: contract.ReplayShared) -> Replay | Refusal:
    """Positions of a hand without people; slow. Codes: `position_unknown`, `rules_missing`."""
    found = replays.replay(recording, request.hand, request.first, request.limit)
    return found if isinstance(found, Refusal) else rules.without_people(found)


def get_shared_picture(work: Work, request: contract.GetSharedPicture) -> contract.SharedPicture | Refusal:
    """A picture. Codes: `share_unknown`, `picture_unknown`."""
    match = match_of(work, request.link)
    if isinstance(match, Refusal):
        return match
    content = rows.picture(work, match, request.picture)
    return NOT_DRAWN if content is None else contract.SharedPicture(content=content, kind=_KINDS[request.picture])
