"""The report on a match: what its game says of it, with marks, means and sums (services/tables/RULES.md §19)."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.api import AnyGame
from games.appraisal import Analysis, Appraisal, Chanced, Judged, Note, Played, Valued
from services.contracts.moderation.signals import MatchAppraised, SeatErrors
from services.contracts.tables import analysis as contract
from services.contracts.tables.recordings import Recording
from services.kernel.refusal import Refusal
from services.tables.history.replay import Player, action_of, actor_of, player

FORMAT = 1
UNAVAILABLE = Refusal("analysis_unavailable")
MARKS = ("doubtful", "bad", "very_bad")
RATINGS: tuple[contract.Rating, ...] = ("master", "expert", "strong", "club", "casual", "beginner")
RATED_FROM = 10
"""Decisions below which a player has no rating."""
TURNINGS = 5
_DIGITS = 5


def can_be_analysed(rules: AnyGame, recording: Recording) -> bool:
    """Whether the game has an analysis for matches with these options. What comes from elsewhere has none."""
    if rules.analysis is None or rules.house_banked or recording.imported:
        return False
    return rules.analysis.fits(msgspec.convert(recording.options, rules.options_type, str_keys=True))


def analyse(recording: Recording, note: Note) -> contract.MatchReport | Refusal:
    """The report on a recorded match; takes seconds. Codes: `rules_missing`, `analysis_unavailable`."""
    found = player(recording)
    if isinstance(found, Refusal):
        return found
    way = found.rules.analysis
    if way is None or not can_be_analysed(found.rules, recording):
        return UNAVAILABLE
    appraisal = way.appraise(tuple(played(found)), note)
    return report(recording, found.rules, way, appraisal)


def played(found: Player) -> Iterator[Played]:
    """Everything that the game was given in a match, with the states around it and its place in the Academy."""
    positions: dict[int, int] = {}
    for moment in found.moments():
        event = moment.event
        position = positions.get(event.hand, 0)
        positions[event.hand] = position + 1
        action = action_of(found.rules, event)
        if action is not None:
            place = (event.seq, event.t_ms, event.hand, position)
            yield Played(*place, actor_of(event), action, moment.before, moment.after)


def report(recording: Recording, rules: AnyGame, way: Analysis, appraisal: Appraisal) -> contract.MatchReport:
    """What a game says of a match, as people are shown it."""
    decisions = [_decision(rules, way, judged) for judged in appraisal.judged]
    side_of = {seat: side for side, seats in enumerate(recording.sides) for seat in seats}
    return contract.MatchReport(
        format=FORMAT,
        game=recording.game,
        rules=recording.rules,
        evaluator=way.evaluator,
        unit="points",
        match_unit=way.match_unit,
        marks=dict(zip(MARKS, way.marks, strict=True)),
        ratings=dict(zip(RATINGS, way.ratings, strict=False)),
        decisions=decisions,
        luck=[_luck(chanced) for chanced in appraisal.chanced],
        curve=[_point(of, chance) for of, chance in appraisal.curve],
        players=[_player(way, seat, side_of[seat], decisions) for seat in sorted(side_of)],
        sides=_sides(recording, way, appraisal),
        turnings=_turnings(side_of, decisions, appraisal.chanced),
    )


def appraised(recording: Recording, found: contract.MatchReport) -> MatchAppraised | None:
    """What a report says of the people of a match, for moderation; None for practice."""
    if recording.practice:
        return None
    seats = [
        SeatErrors(account=account, decisions=player.decisions, lost_thousandths=round(1000 * player.lost))
        for player in found.players
        if (account := recording.seats[player.seat].account) is not None
    ]
    return MatchAppraised(match=recording.match, game=recording.game, ended_at_ms=recording.ended_at_ms, seats=seats)


# --- moves and chance --------------------------------------------------------------------------------------------


def rounded(number: float) -> float:
    """A number of a report; never -0.0."""
    return round(number, _DIGITS) + 0.0


def mark_of(way: Analysis, loss: float) -> contract.Mark:
    """The mark of a loss. It is rounded first, so that a page finds the same one from what it is shown."""
    marks: tuple[contract.Mark, ...] = ("none", "doubtful", "bad", "very_bad")
    return marks[sum(rounded(loss) >= bound for bound in way.marks)]


def _decision(rules: AnyGame, way: Analysis, judged: Judged) -> contract.Decision:
    loss = max(0.0, judged.best[0].value - judged.made.value)
    assert judged.of.actor is not None, "a decision is a seat's"
    return contract.Decision(
        seq=judged.of.seq,
        t_ms=judged.of.t_ms,
        hand=judged.of.hand,
        position=judged.of.position,
        seat=judged.of.actor,
        kind=judged.kind,
        move=rules.write(judged.made.move),
        value=rounded(judged.made.value),
        chances=_chances(judged.made),
        options=judged.options,
        best=[candidate(rules, valued) for valued in judged.best],
        reason=contract.Reason(code=judged.reason.code, data=judged.reason.data),
        loss=rounded(loss),
        match_loss=rounded(judged.match_loss),
        mark=mark_of(way, loss),
        deep=judged.deep,
    )


def candidate(rules: AnyGame, valued: Valued) -> contract.Candidate:
    """A move with its worth."""
    move = None if valued.move is None else rules.write(valued.move)
    return contract.Candidate(move=move, value=rounded(valued.value), chances=_chances(valued))


def _chances(valued: Valued) -> contract.Chances | None:
    if valued.chances is None:
        return None
    win, double_win, double_loss = map(rounded, valued.chances)
    return contract.Chances(win=win, double_win=double_win, double_loss=double_loss)


def _luck(chanced: Chanced) -> contract.Luck:
    return contract.Luck(
        **_place(chanced.of),
        kind=chanced.kind,
        seat=chanced.seat,
        values=list(chanced.values),
        luck=[rounded(chanced.luck), rounded(-chanced.luck)],
    )


def _point(of: Played, chance: float) -> contract.CurvePoint:
    """The curve has the board after the event."""
    place = _place(of) | {"position": of.position + 1}
    return contract.CurvePoint(**place, chance=rounded(min(1.0, max(0.0, chance))))


def _place(of: Played) -> dict[str, Any]:
    return {"seq": of.seq, "t_ms": of.t_ms, "hand": of.hand, "position": of.position}


# --- players and sides -------------------------------------------------------------------------------------------


def _player(way: Analysis, seat: int, side: int, decisions: Sequence[contract.Decision]) -> contract.PlayerReport:
    own = [each for each in decisions if each.seat == seat]
    lost = sum(each.loss for each in own)
    mean = rounded(lost / len(own)) if own else 0.0
    marks = {mark: sum(each.mark == mark for each in own) for mark in MARKS}
    return contract.PlayerReport(
        seat=seat,
        side=side,
        decisions=len(own),
        mean_error=mean,
        lost=rounded(lost),
        match_lost=rounded(sum(each.match_loss for each in own)),
        marks=marks,
        rating=rating_of(way, mean) if len(own) >= RATED_FROM else None,
    )


def rating_of(way: Analysis, mean_error: float) -> contract.Rating:
    """In words, by the mean error."""
    return RATINGS[sum(mean_error > bound for bound in way.ratings)]


def _sides(recording: Recording, way: Analysis, appraisal: Appraisal) -> list[contract.SideReport]:
    luck = sum(each.luck for each in appraisal.chanced)
    result = result_of(recording, way)
    skill = skill_of(recording, way, appraisal)
    sides = []
    for side, sign in enumerate((1, -1)):
        without = sign * (result - luck)
        if way.match_unit == "chance":
            without = min(1.0, max(0.0, 0.5 + without))
        sides.append(
            contract.SideReport(
                side=side,
                seats=recording.sides[side],
                result=rounded(sign * result),
                luck=rounded(sign * luck),
                skill=rounded(sign * skill),
                conceded=rounded(sign * appraisal.conceded),
                without_luck=rounded(without),
            )
        )
    return sides


def result_of(recording: Recording, way: Analysis) -> float:
    """What became of side 0: half a match more or less than at its beginning, or the points between the sides."""
    if way.match_unit == "points":
        points = recording.result["points"]
        return float(points[0] - points[1])
    winners = set(recording.result["winners"])
    return sum(
        0.5 * sign * bool(winners.intersection(seats)) for sign, seats in zip((1, -1), recording.sides, strict=True)
    )


def skill_of(recording: Recording, way: Analysis, appraisal: Appraisal) -> float:
    """Side 0's skill. As chance: what the other's mistakes cost it more than one's own. As points: what cards do not
    explain, because nobody could know all of them."""
    if way.match_unit == "points":
        return result_of(recording, way) - appraisal.conceded - sum(each.luck for each in appraisal.chanced)
    first = set(recording.sides[0])
    return sum(-each.match_loss if each.of.actor in first else each.match_loss for each in appraisal.judged)


def _turnings(
    side_of: dict[int, int], decisions: Sequence[contract.Decision], chanced: Sequence[Chanced]
) -> list[contract.Turning]:
    """The greatest changes, mistakes and luck alike."""
    found = [
        contract.Turning(what="luck", **_place(each.of), seat=each.seat, swing=rounded(each.luck)) for each in chanced
    ]
    for each in decisions:
        if each.mark != "none":
            swing = each.match_loss if side_of[each.seat] else -each.match_loss
            place = {"seq": each.seq, "t_ms": each.t_ms, "hand": each.hand, "position": each.position}
            found.append(contract.Turning(what="decision", **place, seat=each.seat, swing=swing))
    found.sort(key=lambda turning: (-abs(turning.swing), turning.seq))
    return sorted((turning for turning in found[:TURNINGS] if turning.swing), key=lambda turning: turning.seq)
