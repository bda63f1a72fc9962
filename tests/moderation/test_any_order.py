"""Facts about an account in any order, with repeats: the same cards, standing, cases, messages, observations and lines
of the audit log (docs/concepts/outbox_and_inbox.md; RULES.md §7, §8)."""

from collections.abc import Sequence
from itertools import count, permutations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.base import Event
from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.accounts.privacy import ErasureAsked, ExportAsked
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused, ProtocolAbused
from services.contracts.moderation.orders import FreeMatchCorrected, RoundCorrected
from services.contracts.moderation.signals import (
    EarlyLeaver,
    FriendRewarded,
    MatchAppraised,
    MatchTimed,
    SeatErrors,
    SeatTimes,
)
from services.contracts.ranking.boards import BoardPrizesPaid, Prize
from services.contracts.tables.events import CardEarned
from services.contracts.tournaments.events import CompetitionChanged, ResultCorrected
from services.contracts.wallet.events import AddressShared, MatchCorrected, RewardTakenBack, StakesReleased
from services.contracts.wallet.payments import DebtWrittenOff, PaymentRestored, PaymentReversed
from services.moderation import schema
from services.platform.process.json import decode
from tests.moderation.moderation import REASON, Moderation
from tests.moderation.signals.test_counted_events import left, match

NOW_MS = 1_800_000_000_000
_numbers = count()


def card(seq: int, colour: str, at_ms: int) -> CardEarned:
    where = {"match": f"c{seq}", "table": "t", "game": "dominoes", "seat": 0, "reply_to": "tables.tictactoe.3"}
    return CardEarned(
        account="ana", colour=colour, reason="not_returned", seq=seq, earned_at_ms=NOW_MS + at_ms, **where
    )


def corrected(revision: int) -> MatchCorrected:
    return MatchCorrected(
        match="m", outcome="void", payouts=[500, 500], last_payouts=[825, 0], accounts=["ana", "ben"], winners=[],
        departed=[], first_round_done=None, revision=revision, by="root", reason=REASON,
    )  # fmt: skip


BY: dict[str, Any] = {"by": "root", "reason": REASON}
LEFT = [left(0, "ana", early=True)]
SEAT = SeatTimes(account="ana", decisions=250, total_ms=250_000, squares_ms2=250_000_000, losses=6)
FACTS: dict[str, tuple[str, Event]] = {
    "first blue card": ("on_card_earned", card(1, "blue", 1_000)),
    "second blue card": ("on_card_earned", card(2, "blue", 2_000)),
    "yellow card": ("on_card_earned", card(3, "yellow", 1_500)),
    "reversed": ("on_payment_reversed", PaymentReversed(account="ana", payment="p", chips=50, taken_chips=9)),
    "restored": ("on_payment_restored", PaymentRestored(account="ana", payment="p", chips=50, number=2)),
    "written off": ("on_debt_written_off", DebtWrittenOff(account="ana", chips=5, at_ms=NOW_MS, **BY)),
    "address": ("on_address_shared", AddressShared(match="m", stake_chips=5, accounts=["ana", "ben"])),
    "early leaver": ("on_early_leaver", EarlyLeaver(match="m", accounts=["ana"], leaves=3, until_ms=1)),
    "match": (
        "on_match_finished",
        match("ana", "ben", match="m", at_ms=NOW_MS, winners=[1], stake=60_000, departures=LEFT),
    ),
    "times": ("on_match_timed", MatchTimed(match="m", ended_at_ms=NOW_MS, seats=[SEAT])),
    "errors": (
        "on_match_appraised",
        MatchAppraised(
            match="m",
            game="tavli",
            ended_at_ms=NOW_MS,
            seats=[SeatErrors(account="ana", decisions=700, lost_thousandths=900)],
        ),
    ),
    "session": ("on_session_began", SessionBegan(account="ana", at_ms=NOW_MS, device="d", address_key="a")),
    "other session": ("on_session_began", SessionBegan(account="ben", at_ms=NOW_MS + 9, device="d")),
    "friend": ("on_friend_rewarded", FriendRewarded(inviter="ben", friend="ana", at_ms=NOW_MS)),
    "chat": (
        "on_chat_matched",
        ChatMatched(account="ana", line=1, at_ms=NOW_MS, kind="words", found=["x"], text="x", table=None),
    ),
    "message": (
        "on_message_refused",
        MessageRefused(account="ana", other="ben", cause="seated_together", at_ms=NOW_MS),
    ),
    "protocol": ("on_protocol_abused", ProtocolAbused(account="ana", at_ms=NOW_MS, messages=10)),
    "first correction": ("on_match_corrected", corrected(1)),
    "second correction": ("on_match_corrected", corrected(2)),
    "free match corrected": (
        "on_free_match_corrected",
        FreeMatchCorrected(match="f", revision=1, accounts=["ana"], outcome="void", winners=[], **BY),
    ),
    "round corrected": (
        "on_round_corrected",
        RoundCorrected(round="r", revision=1, credited={"ana": 5}, last_credited={"ana": 9}, **BY),
    ),
    "result corrected": (
        "on_result_corrected",
        ResultCorrected(
            competition="c", table="t", match="g", revision=1, outcome="void", sides=[[0], [1]],
            accounts=["ana", "ben"], winners=[], departed=[], **BY,
        ),
    ),
    "competition": (
        "on_competition_changed",
        CompetitionChanged(competition="c", action="publish", detail={}, at_ms=NOW_MS, **BY),
    ),
    "board": (
        "on_board_prizes_paid",
        BoardPrizesPaid(board="b", period="p", prizes=[Prize(account="ana", place=1, chips=9)], refused={}),
    ),
    "taken back": (
        "on_reward_taken_back",
        RewardTakenBack(reference="x", account="ana", chips=9, taken_chips=5, **BY),
    ),
    "released": (
        "on_stakes_released",
        StakesReleased(id="m", kind="match", chips={"ana": 500, "ben": 500}, held_at_ms=1, **BY),
    ),
    "export": ("on_export_asked", ExportAsked(account="ana", export="e")),
    "erasure": ("on_erasure_asked", ErasureAsked(account="ana", receipt="r")),
}  # fmt: skip
TABLES = (
    *("cards", "suspensions", "blocks", "roles", "letters", "cases", "case_evidence", "reviews", "observations"),
    *("observed_hours", "watches", "erased_accounts"),
)


def emptied(moderation: Moderation) -> None:
    """But for the audit log, of which only what follows is compared: nobody can delete from it."""
    moderation.keep(lambda work: [work.execute(getattr(schema, name).delete()) for name in TABLES])


def outcome(moderation: Moderation, order: Sequence[str]) -> dict[str, Any]:
    """What is stored after these facts, without ids of the platform's own making."""
    emptied(moderation)
    before, ids = moderation.rows("audit_log"), {name: f"o{next(_numbers)}" for name in order}
    for name in order:
        entrypoint, event = FACTS[name]
        moderation.hear(entrypoint, event, ids=[ids[name]])
    assert moderation.parked.bodies == [], "no event is given up"
    found = _stored(moderation) | {"audit": _logged(moderation, before)}
    if "erasure" in order:
        # Who is erased is not observed any more, so a case that is not open by then is not opened.
        del found["cases"], found["reviews"]
    return found


def _logged(moderation: Moderation, after: int) -> list[tuple[str, ...]]:
    """Lines of the audit log after a number, without ids of the platform's own making."""
    chosen = schema.audit_log.select().where(schema.audit_log.c.seq > after)
    with moderation.database.work() as work:
        lines = work.execute(chosen).all()
    own = ("card", "suspend")
    return sorted((each.actor, each.action, each.subject, "" if each.action in own else each.object) for each in lines)


def _stored(moderation: Moderation) -> dict[str, Any]:
    with moderation.database.work() as work:
        rows = {name: work.execute(getattr(schema, name).select()).all() for name in TABLES}
    return {
        "cards": sorted((each.account, each.colour, each.seq, each.state) for each in rows["cards"]),
        "suspensions": sorted((each.cause, each.from_ms, each.until_ms) for each in rows["suspensions"]),
        "cases": sorted((each.kind, *decode(each.players)) for each in rows["cases"] if each.closed_at_ms is None),
        "letters": sorted((each.account, each.code) for each in rows["letters"]),
        "reviews": sorted((each.account, each.kinds) for each in rows["reviews"]),
        "observations": sorted(tuple(each) for each in rows["observations"]),
        "hours": sorted(tuple(each) for each in rows["observed_hours"]),
    }


def test_all_pairs_of_facts_come_to_the_same_in_both_orders(moderation: Moderation) -> None:
    wrong = []
    for one, other in permutations(FACTS, 2):
        if one < other:
            first, second = outcome(moderation, [one, other]), outcome(moderation, [other, one, one])
            wrong += [(one, other, name) for name in first if first[name] != second[name]]
    assert wrong == []


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(st.sampled_from(sorted(FACTS)), min_size=3, max_size=12), st.randoms(use_true_random=False))
def test_any_facts_come_to_the_same_in_any_order(moderation: Moderation, names: list[str], chance: Any) -> None:
    once = list(dict.fromkeys(names))
    shuffled = [*names, *names[:2]]
    chance.shuffle(shuffled)
    assert outcome(moderation, once) == outcome(moderation, shuffled)
