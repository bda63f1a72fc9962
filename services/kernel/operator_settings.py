"""The settings that operators change while the platform runs: names, owners, kinds and bounds
(services/moderation/RULES.md §13).

Secrets, addresses, sizes of pools and everything else that belongs to a machine are not here: they are in the
environment alone, and so are the values that these settings have until an operator changes them. Nor are the limits of
house-banked tables: those tables stay open for months, and a table keeps what it began with.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple, cast

from services.kernel.refusal import Refusal

Kind = Literal["number", "choice", "text", "words", "numbers", "steps", "prices", "packs", "lotteries"]
"""The kinds of settings: a whole number; one of some words; one line of text; a list of words or phrases; a fixed
count of whole numbers; rows of two whole numbers, of which the second is in basis points. Of the shop, by the name of
what is sold: its price in chips; chips and their price in euro cents; the price of a ticket and its table of prizes."""
SHOP_KINDS: frozenset[Kind] = frozenset({"prices", "packs", "lotteries"})
Goods = dict[str, int | dict[str, int | list[list[int]]]]
Value = int | str | list[str | int | list[int]] | Goods

WORDS_MAX = 1_000
WORD_LENGTH_MAX = 60
STEPS_MAX = 20
GOODS_MAX = 50
PRIZES_MAX = 30
PRICE_CENTS = range(50, 100_001)
"""What a pack of chips may cost: what providers take as the least, and 1,000 euro."""
DRAWS = 10_000
CHIPS_MAX = 1_000_000_000
BPS = 10_000


class Rule(NamedTuple):
    """The bounds of a setting. `owners`: the services that use it; the first one checks whether it fits the others."""

    name: str
    owners: tuple[str, ...]
    kind: Kind = "number"
    min: int = 0
    """The least number; of a text or a list the least length."""
    max: int = 0
    """The greatest number; of a text or a list the greatest length."""
    choices: tuple[str, ...] = ()
    size: int = 0
    """The count of numbers, for kind `numbers`."""


def _numbers(owners: tuple[str, ...], **ranges: tuple[int, int]) -> list[Rule]:
    """Settings that are one whole number."""
    return [Rule(name, owners, "number", low, high) for name, (low, high) in ranges.items()]


_MODERATION = [
    Rule("yellow_limit", ("moderation", "tables"), "number", 1, 1_000),
    *_numbers(
        ("moderation",),
        yellow_days=(1, 365),
        blue_limit=(1, 1_000),
        blue_days=(1, 365),
        red_months=(1, 24),
        card_expiry_days=(0, 3_650),
        report_contact_h=(1, 48),
        report_daily=(1, 100),
        watch_days=(0, 365),
        reporters_signal=(2, 100),
        appeal_days=(1, 365),
    ),
    Rule("chat_words", ("moderation", "lobby"), "words", 0, WORDS_MAX),
    Rule("hand_talk_words", ("moderation", "lobby"), "words", 0, WORDS_MAX),
]
_WALLET = [
    Rule("friendly_games", ("wallet",), "words", 0, 100),
    *_numbers(("wallet",), min_stake=(1, CHIPS_MAX), max_stake=(1, CHIPS_MAX)),
    Rule("rake_steps", ("wallet",), "steps", 1, STEPS_MAX),
    *_numbers(
        ("wallet",),
        welcome_chips=(0, 1_000_000),
        welcome_per_device=(0, 1_000),
        invite_inviter_chips=(0, 1_000_000),
        invite_invitee_chips=(0, 1_000_000),
        invite_daily_cap=(0, 1_000),
        invite_monthly_cap=(0, 10_000),
        gifts_per_network_month=(0, 10_000),
        free_tickets_per_network_day=(0, 10_000),
        lottery_daily_tickets=(0, 10_000),
        free_ticket_min=(1, 1_000_000),
        free_ticket_interval_s=(0, 2_592_000),
        new_account_max_stake=(1, CHIPS_MAX),
        pair_net_limit=(1, CHIPS_MAX),
        early_leaves_max=(1, 100),
        limit_cooloff_hours=(24, 2_160),
        reality_check_minutes=(5, 480),
    ),
    Rule("packs", ("wallet",), "packs", 1, CHIPS_MAX),
    Rule("avatars", ("wallet",), "prices", 500, 20_000),
    Rule("items", ("wallet",), "prices", 1, 1_000_000),
    Rule("lotteries", ("wallet",), "lotteries", 0, CHIPS_MAX),
    Rule("item_recipients", ("wallet",), "choice", choices=("partner", "company", "table")),
    Rule("rg_helpline", ("wallet",), "text", 1, WORD_LENGTH_MAX),
    Rule("regulator", ("wallet",), "text", 0, WORD_LENGTH_MAX),
    Rule("correction_window_days", ("wallet", "ranking", "tournaments"), "number", 1, 365),
]
_LOBBY = [
    Rule("min_age", ("lobby", "tournaments"), "number", 18, 99),
    *_numbers(
        ("lobby",),
        min_age_house=(18, 99),
        register_per_ip_day=(0, 10_000),
        inactivity_s=(60, 86_400),
        tokens_max=(1, 200),
        token_days_max=(1, 3_650),
        bots_max=(1, 50),
        bot_games_day_max=(1, 10_000),
        invite_s=(5, 600),
        invitations_per_pair_h=(1, 1_000),
        refused_tables_max=(1, 1_000),
        start_timeout_s=(10, 3_600),
        hall_players_max=(50, 500),
        chat_rate=(1, 100),
        chat_history=(0, 200),
        chat_keep_days=(1, 3_650),
        message_keep_days=(1, 365),
        messages_day_max=(1, 10_000),
        conversations_day_max=(1, 1_000),
        newcomer_days=(0, 365),
        newcomer_messages_day_max=(1, 10_000),
        newcomer_conversations_day_max=(1, 1_000),
        calls_max=(1, 100),
        company_members_max=(2, 200),
        company_candidates_max=(1, 200),
        companies_founded_max=(1, 50),
        companies_joined_max=(1, 100),
        seek_wait_max_s=(30, 86_400),
        seek_width_elo=(0, 3_000),
        seek_widen_elo_s=(0, 1_000),
        seek_any_s=(1, 86_400),
    ),
]
_TABLES = [
    *_numbers(("tables",), move_s=(5, 600), max_timeouts=(0, 100), practice_move_s=(30, 86_400)),
    Rule("on_timeout", ("tables",), "choice", choices=("wait", "auto_turn")),
    *_numbers(
        ("tables",),
        return_window_s=(10, 3_600),
        return_total_s=(10, 86_400),
        catchup_s=(0, 60),
        end_choice_s=(5, 600),
        max_spectators=(0, 1_000),
        simulation_limit=(0, 10_000),
        recover_minutes=(1, 1_440),
        audit_days=(1, 3_650),
    ),
]
_RANKING = [
    Rule("elo_start", ("ranking", "lobby"), "number", 100, 5_000),
    *_numbers(("ranking",), elo_floor=(0, 5_000), elo_new=(0, 10_000), elo_top=(0, 10_000)),
    Rule("elo_k", ("ranking",), "numbers", 0, 200, size=3),
    *_numbers(
        ("ranking",), board_k=(0, 200), board_pair_max=(1, 1_000), board_grace_min=(0, 1_440), stats_window=(1, 500)
    ),
    *_numbers(("ranking",), board_min_opponents=(1, 1_000), friendly_pair_max=(1, 1_000)),
    *_numbers(("ranking", "tournaments"), established_days=(0, 365), prize_review_days=(0, 365)),
]
_TOURNAMENTS = _numbers(("tournaments",), overtime_min=(0, 1_440), pool_bps=(0, BPS), max_entries=(1, 1_000))

RULES: dict[str, Rule] = {
    rule.name: rule for rule in (*_MODERATION, *_WALLET, *_LOBBY, *_TABLES, *_RANKING, *_TOURNAMENTS)
}
"""Every setting that can be changed, by its name; the environment has it as `KAFENEIO_<NAME>`."""


def used_by(service: str) -> list[Rule]:
    """The settings that a service uses."""
    return [rule for rule in RULES.values() if service in rule.owners]


def owner_of(name: str) -> str | None:
    """The service that decides about a setting; None: there is no such setting."""
    return RULES[name].owners[0] if name in RULES else None


def check(name: str, value: object) -> Value | Refusal:
    """The value in its stored form. Refusals: `setting_unknown`, `setting_invalid` with the bounds."""
    rule = RULES.get(name)
    return Refusal("setting_unknown") if rule is None else _CHECKS[rule.kind](rule, value)


def _invalid(rule: Rule) -> Refusal:
    return Refusal("setting_invalid", {"min": rule.min, "max": rule.max})


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _check_number(rule: Rule, value: object) -> Value | Refusal:
    return value if isinstance(value, int) and _is_number(value, rule.min, rule.max) else _invalid(rule)


def _check_choice(rule: Rule, value: object) -> Value | Refusal:
    return (
        value
        if isinstance(value, str) and value in rule.choices
        else Refusal("setting_invalid", {"choices": list(rule.choices)})
    )


def _check_text(rule: Rule, value: object) -> Value | Refusal:
    """One printable line, without spaces around it."""
    if not isinstance(value, str):
        return _invalid(rule)
    line = " ".join(value.split())
    return line if rule.min <= len(line) <= rule.max and line.isprintable() else _invalid(rule)


def _check_words(rule: Rule, value: object) -> Value | Refusal:
    """Words and phrases, each once, without spaces around them."""
    refusal = Refusal("setting_invalid", {"words": rule.max, "length": WORD_LENGTH_MAX})
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return refusal
    words = list(dict.fromkeys(word for each in value if (word := " ".join(each.split()))))
    fits = len(words) <= rule.max and all(len(word) <= WORD_LENGTH_MAX and word.isprintable() for word in words)
    return list(words) if fits else refusal


def _check_numbers(rule: Rule, value: object) -> Value | Refusal:
    if not isinstance(value, list) or len(value) != rule.size:
        return _invalid(rule)
    return list(value) if all(_is_number(each, rule.min, rule.max) for each in value) else _invalid(rule)


def _check_steps(rule: Rule, value: object) -> Value | Refusal:
    """Rows of a number of chips and a rate; the owner checks whether they rise as they must."""
    if not isinstance(value, list) or not rule.min <= len(value) <= rule.max:
        return _invalid(rule)
    for row in value:
        if not (isinstance(row, list) and len(row) == 2):
            return _invalid(rule)
        if not (_is_number(row[0], 0, CHIPS_MAX) and _is_number(row[1], 0, BPS)):
            return Refusal("setting_invalid", {"rate_max": BPS})
    return [list(row) for row in value]


def _goods(rule: Rule, value: object) -> dict[str, object] | Refusal:
    """What is sold, by name: at most so many things, each with a name of the platform's kind."""
    if not isinstance(value, dict) or len(value) > GOODS_MAX:
        return Refusal("setting_invalid", {"goods": GOODS_MAX})
    named = all(isinstance(name, str) and _GOODS_NAME.fullmatch(name) for name in value)
    return dict(sorted(value.items())) if named else _invalid(rule)


def _check_prices(rule: Rule, value: object) -> Value | Refusal:
    goods = _goods(rule, value)
    if isinstance(goods, Refusal):
        return goods
    found: Goods = {
        name: chips for name, chips in goods.items() if isinstance(chips, int) and _is_number(chips, rule.min, rule.max)
    }
    return found if len(found) == len(goods) else _invalid(rule)


def _check_packs(rule: Rule, value: object) -> Value | Refusal:
    goods = _goods(rule, value)
    if isinstance(goods, Refusal):
        return goods
    for pack in goods.values():
        if not isinstance(pack, dict) or pack.keys() != {"chips", "price_cents"}:
            return _invalid(rule)
        if not _is_number(pack["chips"], rule.min, rule.max):
            return _invalid(rule)
        if not _is_number(pack["price_cents"], PRICE_CENTS[0], PRICE_CENTS[-1]):
            return Refusal("setting_invalid", {"cents_min": PRICE_CENTS[0], "cents_max": PRICE_CENTS[-1]})
    return cast(Goods, goods)


def _check_lotteries(rule: Rule, value: object) -> Value | Refusal:
    """Tables of `[draws, prize]`; whether their odds are allowed, the owner says."""
    goods = _goods(rule, value)
    if isinstance(goods, Refusal):
        return goods
    for lottery in goods.values():
        if not isinstance(lottery, dict) or lottery.keys() != {"price_chips", "rows"}:
            return _invalid(rule)
        rows = lottery["rows"]
        if not isinstance(rows, list) or not 1 <= len(rows) <= PRIZES_MAX:
            return Refusal("setting_invalid", {"rows": PRIZES_MAX})
        if not _is_number(lottery["price_chips"], rule.min, rule.max) or not all(_is_prize(rule, row) for row in rows):
            return _invalid(rule)
    return cast(Goods, goods)


def _is_prize(rule: Rule, row: object) -> bool:
    """So many of all draws, and what they win."""
    if not (isinstance(row, list) and len(row) == 2):
        return False
    return _is_number(row[0], 1, DRAWS) and _is_number(row[1], rule.min, rule.max)


_GOODS_NAME = re.compile("[a-z][a-z0-9_]{0,39}")
_CHECKS: dict[Kind, Callable[[Rule, object], Value | Refusal]] = {
    "number": _check_number,
    "choice": _check_choice,
    "text": _check_text,
    "words": _check_words,
    "numbers": _check_numbers,
    "steps": _check_steps,
    "prices": _check_prices,
    "packs": _check_packs,
    "lotteries": _check_lotteries,
}
