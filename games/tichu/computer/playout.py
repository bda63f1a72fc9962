"""Plays a hand to its end with four quick players that see all cards, for one world (RULES.md §17).

They lead and answer as the thinking player's rules of thumb do (thinking.py, answers.py), on cuts instead of views.
"""

from collections.abc import Sequence

from games.tichu.cards import DOG, DRAGON, FIVES, KINGS, MAHJONG, OF_RANK, PHOENIX, TENS
from games.tichu.computer.cuts import (
    DOG_KEY,
    DRAGON_STRENGTH,
    FIRST_BOMB,
    PHOENIX_ANSWERS,
    SINGLE,
    SURE,
    Answer,
    Cut,
    Piece,
    cut_of,
)
from games.tichu.state import Call

NEARLY_OUT, DANGER = 4, 3
PARTNER_IS_HIGH, QUEEN = 22, 24
CHEAP, DEAR = 0.7, 0.5
LEAD_VALUE, DANGER_VALUE, POINTS_A_TRICK = 0.3, 0.5, 40
THRESHOLD = -0.8
TINY = 1e-9
HOPELESS = 3.0
WORTH_OF_CALL = {None: 0, "tichu": 100, "grand": 200}
TENS_AND_KINGS = TENS | KINGS


def points_of(mask: int) -> int:
    """What cards are worth."""
    found = 10 * (mask & TENS_AND_KINGS).bit_count() + 5 * (mask & FIVES).bit_count()
    if mask & (DRAGON | PHOENIX):
        found += (25 if mask & DRAGON else 0) - (25 if mask & PHOENIX else 0)
    return found


class Table:
    """A hand in play, changed in place."""

    __slots__ = ("calls", "cuts", "key", "out", "owner", "passes", "piles", "strength", "trick", "turn", "wish")

    def __init__(self, cuts: list[Cut], turn: int, calls: Sequence[Call | None]) -> None:
        self.cuts = cuts
        self.turn = turn
        """Whose turn it is, or who is asked next."""
        self.calls = calls
        self.out: list[int] = []
        self.piles = [0, 0, 0, 0]
        self.trick = 0
        """The points of the running trick."""
        self.key = 0
        """Of the top; 0: the turn is a lead."""
        self.strength = 0
        self.owner = 0
        self.passes = 0
        self.wish = 0

    def copy(self) -> "Table":
        """The same position, to be played on."""
        other = Table(self.cuts[:], self.turn, self.calls)
        other.out = self.out[:]
        other.piles = self.piles[:]
        other.trick, other.key, other.strength = self.trick, self.key, self.strength
        other.owner, other.passes, other.wish = self.owner, self.passes, self.wish
        return other

    # --- moves ---

    def lay(self, mask: int, key: int, strength: int, after: Cut) -> bool:
        """The turn's seat plays; whether the hand is over."""
        seat = self.turn
        self.cuts[seat] = after
        if mask & MAHJONG or (self.wish and mask & OF_RANK[self.wish]):
            self.wish = 0
        if key == DOG_KEY:
            if not after.size:
                self.out.append(seat)
                if self.is_over():
                    return True
            self.turn = self.next_active((seat + 1) % 4)
            return False
        self.trick += points_of(mask)
        self.key, self.strength, self.owner, self.passes = key, strength, seat, 0
        if not after.size:
            self.out.append(seat)
            if self.is_over():
                self.take()
                return True
        self.turn = self.next_active(seat)
        return False

    def skip(self) -> None:
        """The turn's seat passes; the last pass ends the trick."""
        self.passes += 1
        others = 0
        for seat in range(4):
            if self.cuts[seat].size and seat != self.owner:
                others += 1
        if self.passes < others:
            self.turn = self.next_active(self.turn)
        else:
            self.take()

    def take(self) -> None:
        """The top's owner takes the trick and leads; the Dragon's goes to the opponent with more cards."""
        owner = self.owner
        pile = owner
        if self.key == SINGLE and self.strength == DRAGON_STRENGTH:
            after, before = (owner + 1) % 4, (owner + 3) % 4
            pile = before if self.cuts[before].size > self.cuts[after].size else after
        self.piles[pile] += self.trick
        self.trick = self.key = self.strength = self.passes = 0
        self.turn = owner if self.cuts[owner].size else self.next_active(owner)

    def next_active(self, seat: int) -> int:
        """The first seat after this one that holds cards."""
        for step in (1, 2, 3, 4):
            other = (seat + step) % 4
            if self.cuts[other].size:
                return other
        return seat

    def is_over(self) -> bool:
        """Whether the first two out are partners, or three are out."""
        out = self.out
        return len(out) == 3 or (len(out) == 2 and (out[0] - out[1]) % 2 == 0) or len(out) == 4

    def score(self) -> int:
        """The points of team 0 less those of team 1, of an ended hand."""
        out = self.out
        first = out[0]
        found = 0
        for seat in range(4):
            call = self.calls[seat]
            if call is not None:
                worth = WORTH_OF_CALL[call] if seat == first else -WORTH_OF_CALL[call]
                found += worth if seat % 2 == 0 else -worth
        if (out[0] - out[1]) % 2 == 0:
            return found + (200 if first % 2 == 0 else -200)
        last = 6 - out[0] - out[1] - out[2]
        for seat in range(4):
            team = first if seat == last else seat
            found += self.piles[seat] if team % 2 == 0 else -self.piles[seat]
        held = points_of(self.cuts[last].hand)
        return found - held if last % 2 == 0 else found + held


def finish(table: Table) -> int:
    """Play to the end; the points of team 0 less those of team 1."""
    over = table.is_over()
    while not over:
        over = _lead(table) if not table.key else _answer(table)
        if table.key and not over:
            over = bombed(table)
    return table.score()


# --- leads ---


def _lead(table: Table) -> bool:
    seat = table.turn
    cut = table.cuts[seat]
    piece = _led(table, cut, seat)
    return table.lay(piece.mask, piece.key, piece.strength, cut.led(piece))


def _led(table: Table, cut: Cut, seat: int) -> Piece:
    """The wished rank; the Dog for the partner; what is sure to win before the last loser; else a promising
    piece."""
    pieces = cut.pieces
    if table.wish and cut.hand & OF_RANK[table.wish]:
        for piece in pieces:
            if piece.mask & OF_RANK[table.wish]:
                return piece
    if len(pieces) == 1:
        return pieces[0]
    partner = (seat + 2) % 4
    if cut.hand & DOG and table.cuts[partner].size and (table.calls[partner] is not None or cut.cost > HOPELESS):
        return next(piece for piece in pieces if piece.mask == DOG)
    return _sure(pieces) or _promising(table, pieces, seat)


def _sure(pieces: tuple[Piece, ...]) -> Piece | None:
    """A piece that wins its trick, if at most one does not."""
    losers = 0
    found: Piece | None = None
    for piece in pieces:
        if piece.cost > SURE:
            losers += 1
            if losers > 1:
                return None
        elif found is None or _is_before(piece, found):
            found = piece
    return found


def _promising(table: Table, pieces: tuple[Piece, ...], seat: int) -> Piece:
    """The piece that makes the best lead, but not of as many cards as an opponent holds."""
    after, before = table.cuts[(seat + 1) % 4].size, table.cuts[(seat + 3) % 4].size
    best, most = pieces[0], -9.0
    for piece in pieces:
        promise = piece.promise
        if piece.length in (after, before):
            promise -= 2 * piece.cost
        if promise > most:
            best, most = piece, promise
    return best


def _is_before(piece: Piece, other: Piece) -> bool:
    """Of sure pieces bombs come last, then the cheapest first."""
    if (piece.cost < 0) != (other.cost < 0):
        return other.cost < 0
    return piece.cost < other.cost


# --- answers ---


def _answer(table: Table) -> bool:
    seat, key = table.turn, table.key
    cut = table.cuts[seat]
    if key >= FIRST_BOMB or cut.size < key & 15:
        table.skip()
        return False
    if table.wish and cut.hand & OF_RANK[table.wish]:
        forced = _forced(table, cut)
        if forced is not None:
            mask, strength, after = forced
            return table.lay(mask, key, strength, after)
    best = (_on_partner if table.owner == (seat + 2) % 4 else _on_opponent)(table, cut, seat)
    if best is None:
        table.skip()
        return False
    played = min(table.strength + 1, PHOENIX_ANSWERS) if best.mask == PHOENIX else best.strength
    return table.lay(best.mask, key, played, cut.answered(best))


def _on_partner(table: Table, cut: Cut, seat: int) -> Answer | None:
    """On the partner's play only the last cards, or something cheap on something low; nothing on a partner's call."""
    strength = table.strength
    if table.calls[table.owner] is not None and not table.out:
        return None
    best, most = None, CHEAP
    for answer in cut.on(table.key):
        if answer.strength > strength:
            if answer.length == cut.size:
                return answer
            if strength < PARTNER_IS_HIGH and answer.wins <= DEAR and answer.saved >= most:
                best, most = answer, answer.saved + TINY
    return best


def _on_opponent(table: Table, cut: Cut, seat: int) -> Answer | None:
    """What leaves the best hand for what it wins; Dragon and Phoenix wait for queens unless there is danger."""
    strength = table.strength
    danger = _is_danger(table, (seat + 1) % 4) or _is_danger(table, (seat + 3) % 4)
    worth = LEAD_VALUE + table.trick / POINTS_A_TRICK + (DANGER_VALUE if danger else 0.0)
    waiting = strength < QUEEN and not danger and len(cut.pieces) > 2
    for_caller = table.calls[(seat + 2) % 4] is not None and not table.out
    best, most = None, THRESHOLD
    for answer in cut.on(table.key):
        if answer.strength <= strength:
            continue
        if answer.length == cut.size:
            if for_caller:
                continue
            return answer
        if waiting and (answer.mask == DRAGON or answer.mask == PHOENIX):
            continue
        value = answer.saved + answer.wins * worth
        if value > most:
            best, most = answer, value
    return best


def _is_danger(table: Table, seat: int) -> bool:
    size = table.cuts[seat].size
    return size > 0 and (size <= DANGER or table.calls[seat] is not None)


def _forced(table: Table, cut: Cut) -> tuple[int, int, Cut] | None:
    """An answer with the wished rank, if there is one."""
    wished = OF_RANK[table.wish]
    if table.key == SINGLE:
        if 2 * table.wish <= table.strength:
            return None
        mask = cut.hand & wished
        mask &= -mask
        for answer in cut.on(SINGLE):
            if answer.mask & wished:
                return answer.mask, answer.strength, cut.answered(answer)
        return mask, 2 * table.wish, cut_of(cut.hand ^ mask)
    for answer in cut.on(table.key):
        if answer.mask & wished and answer.strength > table.strength:
            return answer.mask, answer.strength, cut.answered(answer)
    return None


# --- bombs ---


def bombed(table: Table) -> bool:
    """A bomb of an opponent on a top of one who is nearly out or has called."""
    owner = table.owner
    if table.cuts[owner].size > NEARLY_OUT and table.calls[owner] is None:
        return False
    for step in (1, 3):
        seat = (owner + step) % 4
        cut = table.cuts[seat]
        for piece in cut.bombs:
            if table.key < piece.key or (table.key == piece.key and piece.strength > table.strength):
                table.turn = seat
                return table.lay(piece.mask, piece.key, piece.strength, cut.led(piece))
    return False
