"""Dominoes in pairs: to 100, to 200, and the Run Out Match; the rules are in RULES.md."""

from games.api import AnyGame, Game, TableDefaults
from games.dominoes import analysis, bot, moves, rules, view
from games.dominoes.moves import Lay
from games.dominoes.state import Options, State
from games.dominoes.view import EVENTS, View

DOMINOES: Game[State, Options, View, Lay] = Game(
    id="dominoes",
    state_type=State,
    options_type=Options,
    view_type=View,
    event_types=EVENTS,
    move_type=Lay,
    options=rules.options,
    sides=rules.sides,
    start=rules.start,
    next=rules.next_,
    parse=moves.parse,
    write=moves.write,
    check=rules.check,
    legal=rules.legal,
    apply=rules.apply,
    progress=rules.progress,
    view=view.view,
    event=view.event,
    bot=bot.bot,
    bot_history=True,
    timed_out=rules.timed_out,
    analysis=analysis.ANALYSIS,
)
GAMES: tuple[AnyGame, ...] = (DOMINOES,)
TABLES = {
    "dominoes": TableDefaults(
        clock="card_clock", returning="fixed_window", leave="pause_return", recorded=frozenset({"won"})
    )
}
