"""The moves of pilotta read slowly from the rules: which are refused and why, and what each does.

It shares nothing with the engine; see reference.py for the match it plays with.
"""

from typing import Any

from tests.games.pilotta import reference
from tests.games.pilotta.reference import PHASES, SUITS, Match, Move

VALUES: list[Any] = [*range(80, 250, 10), "capot"]


# --- refusals (§7) ---------------------------------------------------------------------------------------------


def refusal(match: Match, seat: int, move: Move) -> str | None:
    """The code with which a move is refused; None if it may be made."""
    name = move.get("move")
    if match["result"] is not None:
        return "match_over"
    if name not in PHASES:
        return "unknown_move"
    if match["phase"] not in PHASES[name]:
        return "wrong_phase"
    if match["turn"] != seat:
        return "not_your_turn"
    if not _is_whole(move):
        return "bad_parameters"
    special = {"bid": _bid_refusal, "take": _take_refusal, "choose": _choose_refusal, "declare": _declare_refusal,
               "play": _play_refusal}  # fmt: skip
    return special[name](match, seat, move) if name in special else None


def _is_whole(move: Move) -> bool:
    """Every parameter is there and of its JSON type."""
    text = {"bid": ("suit",), "choose": ("suit",), "play": ("card",)}.get(move["move"], ())
    if not all(isinstance(move.get(name), str) for name in text):
        return False
    if move["move"] == "bid":
        return type(move.get("value")) is int or move.get("value") == "capot"
    return not (move["move"] == "take" and "swap_seven" in move) or type(move["swap_seven"]) is bool


def _bid_refusal(match: Match, seat: int, move: Move) -> str | None:
    if move["value"] not in VALUES:
        return "bad_value"
    if move["suit"] not in list(SUITS):
        return "bad_suit"
    last = last_bid(match)
    too_low = last is not None and VALUES.index(move["value"]) <= VALUES.index(last[0])
    return "bid_too_low" if too_low else None


def last_bid(match: Match) -> tuple[Any, str, int] | None:
    """Value, suit and seat of the highest call so far."""
    for call in reversed(match["calls"]):
        text = call["call"]
        if text != "pass":
            return ("capot" if text[:-1] == "capot" else int(text[:-1])), text[-1], call["seat"]
    return None


def _take_refusal(match: Match, seat: int, move: Move) -> str | None:
    if not move.get("swap_seven"):
        return None
    if match["variant"] == "classic":
        return "swap_not_available"
    return None if can_swap(match, seat) else "no_seven"


def can_swap(match: Match, seat: int) -> bool:
    """Whether the seat holds the 7 of the turn-up's suit (§6)."""
    return match["variant"] == "classic2" and "7" + match["turn_up"][1] in match["hands"][seat]


def _choose_refusal(match: Match, seat: int, move: Move) -> str | None:
    if move["suit"] not in list(SUITS):
        return "bad_suit"
    return "suit_refused" if move["suit"] == match["turn_up"][1] else None


def _declare_refusal(match: Match, seat: int, move: Move) -> str | None:
    if match["tricks"]:
        return "not_first_trick"
    if seat in match["declared"]:
        return "already_declared"
    return None if reference.best_combination(match["hands"][seat], match["trump"]) else "nothing_to_declare"


def _play_refusal(match: Match, seat: int, move: Move) -> str | None:
    return reference.card_refusal(match["hands"][seat], match["trick"], match["trump"], move["card"])


def every_move(match: Match) -> list[Move]:
    """All moves that can be said at all, whatever the phase."""
    suits = list(SUITS)
    bids = [{"move": "bid", "value": value, "suit": suit} for value in VALUES for suit in suits]
    plain = [{"move": name} for name in ("pass", "contra", "recontra", "take", "declare")]
    swap = [{"move": "take", "swap_seven": True}]
    chosen = [{"move": "choose", "suit": suit} for suit in suits]
    return bids + plain + swap + chosen + [{"move": "play", "card": card} for card in reference.DECK]


def legal(match: Match, seat: int) -> list[Move]:
    """Those that are not refused."""
    return [move for move in every_move(match) if refusal(match, seat, move) is None]


# --- what a move does (§6, §8, §10) ----------------------------------------------------------------------------


def played(match: Match, move: Move) -> Match:
    """The match after a move of the seat in turn; `phase` is "deal" where the next deal is due."""
    match = match | {"calls": list(match["calls"])}
    does = {"auction": _auction, "contra": _contra, "recontra": _recontra, "round1": _round, "round2": _round}
    if match["phase"] == "tricks":
        return _declared(match) if move["move"] == "declare" else _carded(match, move["card"])
    call = f"{move['value']}{move['suit']}" if move["move"] == "bid" else move["move"]
    match["calls"].append({"seat": match["turn"], "call": call})
    return does[match["phase"]](match, move)


def _after(match: Match, seat: int, steps: int = 1) -> int:
    return int((seat + steps) % match["seats"])


def _auction(match: Match, move: Move) -> Match:
    """Three passes in a row after a bid close it, a capot closes it, four passes at the start cancel (§6)."""
    bid = last_bid(match)
    passes = [call["call"] for call in match["calls"]][-4:]
    if bid is None:
        return _cancelled(match) if passes == ["pass"] * 4 else match | {"turn": _after(match, match["turn"])}
    value, suit, taker = bid
    if value != "capot" and passes[-3:] != ["pass"] * 3:
        return match | {"turn": _after(match, match["turn"])}
    fixed = {"taker": taker, "trump": suit, "value": value, "phase": "contra", "calls": []}
    return match | fixed | {"turn": _after(match, taker)}


def _contra(match: Match, move: Move) -> Match:
    """The seat after the taker, then the one before."""
    if move["move"] == "contra":
        return match | {"multiplier": 2, "phase": "recontra", "calls": [], "turn": match["taker"]}
    last = match["turn"] == _after(match, match["taker"], -1)
    return _to_tricks(match) if last else match | {"turn": _after(match, match["taker"], -1)}


def _recontra(match: Match, move: Move) -> Match:
    """The taker, then its partner."""
    if move["move"] == "recontra":
        return _to_tricks(match | {"multiplier": 4})
    last = match["turn"] != match["taker"]
    return _to_tricks(match) if last else match | {"turn": _after(match, match["taker"], 2)}


def _round(match: Match, move: Move) -> Match:
    """Both rounds of the classic games."""
    if move["move"] != "pass":
        return _trumps_fixed(match, move)
    if len(match["calls"]) < match["seats"]:
        return match | {"turn": _after(match, match["turn"])}
    if match["phase"] == "round2":
        return _cancelled(match)
    return match | {"phase": "round2", "calls": [], "turn": _after(match, match["dealer"])}


def _trumps_fixed(match: Match, move: Move) -> Match:
    """The other cards are dealt (§4); with the 7 the turn-up is exchanged for it first (§6)."""
    taker, up, stock = match["turn"], match["turn_up"], list(match["stock"])
    hands = {seat: list(cards) for seat, cards in match["hands"].items()}
    trump, swapped = move.get("suit") or up[1], None
    if move.get("swap_seven"):
        seven = "7" + up[1]
        hands[taker].remove(seven)
        hands[taker].append(up)
        swapped, up = up, seven
    for step in range(match["seats"]):
        seat = _after(match, match["dealer"], step + 1)
        own = [up] if match["variant"] == "classic" and seat == taker else []
        hands[seat] += own + stock[: 3 - len(own)]
        stock = stock[3 - len(own) :]
    fixed = {"taker": taker, "trump": trump, "hands": hands, "stock": stock, "turn_up": up, "swapped": swapped}
    return _to_tricks(match | fixed)


def _to_tricks(match: Match) -> Match:
    forehand = _after(match, match["dealer"])
    royal = {"K" + match["trump"], "Q" + match["trump"]}
    holders = [seat for seat, cards in match["hands"].items() if royal <= set(cards)]
    belote_of = holders[0] if holders else None
    opened = {"phase": "tricks", "calls": [], "turn": forehand, "lead": forehand, "belote_of": belote_of}
    return match | opened


def _cancelled(match: Match) -> Match:
    return match | {"phase": "deal", "dealer": _after(match, match["dealer"]), "redeal": True}


def _declared(match: Match) -> Match:
    seat = match["turn"]
    best = reference.best_combination(match["hands"][seat], match["trump"])
    assert best is not None
    said = {"declared": match["declared"] | {seat: best["points"]}, "combos": match["combos"] | {seat: best}}
    return match | said


def _carded(match: Match, card: str) -> Match:
    seat, trick = match["turn"], [*match["trick"], card]
    hands = match["hands"] | {seat: [each for each in match["hands"][seat] if each != card]}
    said = list(match["said"])
    if seat == match["belote_of"] and card in ("K" + match["trump"], "Q" + match["trump"]):
        said.append("rebelote" if said else "belote")
    match = match | {"hands": hands, "trick": trick, "said": said}
    if len(trick) < match["seats"]:
        return match | {"turn": _after(match, seat)}
    winner = reference.winner_of(trick, match["lead"], match["trump"], match["seats"])
    tricks = [*match["tricks"], {"lead": match["lead"], "cards": trick}]
    match = match | {"tricks": tricks, "trick": [], "lead": winner, "turn": winner}
    return match if any(hands.values()) else _hand_over(match)


def hand_facts(match: Match) -> dict[str, Any]:
    """What `score_hand` asks for, counted from the tricks (§9)."""
    points, won, winner = [0, 0], [0, 0], 0
    for trick in match["tricks"]:
        winner = reference.winner_of(trick["cards"], trick["lead"], match["trump"], match["seats"]) % 2
        points[winner] += sum(reference.card_points(card, match["trump"]) for card in trick["cards"])
        won[winner] += 1
    points[winner] += 10
    holder = match["belote_of"]
    return {
        "variant": match["variant"], "taker_team": match["taker"] % 2, "trick_points": points,
        "all_tricks_by": None if 0 not in won else 1 - won.index(0),
        "declaration_points": reference.declarations_scored(match["combos"])[1],
        "belote": [20 * (holder is not None and holder % 2 == team) for team in (0, 1)],
        "value": match["value"], "multiplier": match["multiplier"],
    }  # fmt: skip


def tricks_won(match: Match) -> list[int]:
    """Tricks by team so far."""
    winners = [
        reference.winner_of(each["cards"], each["lead"], match["trump"], match["seats"]) for each in match["tricks"]
    ]
    return [sum(winner % 2 == team for winner in winners) for team in (0, 1)]


def last_trick(match: Match) -> dict[str, Any] | None:
    """The trick before the one on the table."""
    return match["tricks"][-1] if match["tricks"] else None


def declarations_seen(match: Match) -> list[tuple[int, int, list[str]]]:
    """By seat points and, once trick 1 is over, the cards of the team that scores (§13)."""
    team = reference.declarations_scored(match["combos"])[0] if match["tricks"] else None
    seats = sorted(match["combos"])
    shown = {seat: sorted(match["combos"][seat]["cards"]) if seat % 2 == team else [] for seat in seats}
    return [(seat, match["declared"][seat], shown[seat]) for seat in seats]


def best_seen(match: Match, seat: Any) -> dict[str, Any] | None:
    """What the seat may announce and has not, before its first card; nobody else sees it."""
    if seat == "public" or match["phase"] != "tricks" or match["tricks"] or seat in match["declared"]:
        return None
    played = (seat - match["lead"]) % match["seats"] < len(match["trick"])
    return None if played else reference.best_combination(match["hands"][seat], match["trump"])


def _hand_over(match: Match) -> Match:
    facts = hand_facts(match)
    score = reference.score(facts)
    totals = [before + units for before, units in zip(match["totals"], score["units"], strict=True)]
    over = reference.ending(totals, match["target"], match["ratings"])
    ended = {"totals": totals, "hands_scored": [*match["hands_scored"], facts | score]}
    if over["over"]:
        return match | ended | {"result": over, "phase": "match_over", "turn": None}
    return match | ended | {"phase": "deal", "dealer": _after(match, match["dealer"])}
