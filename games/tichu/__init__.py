"""Tichu for two pairs; the rules are in RULES.md."""

from games.api import AnyGame, Game, TableDefaults
from games.tichu import analysis, bot, checks, events, moves, rules, view
from games.tichu.events import EVENTS
from games.tichu.moves import Move
from games.tichu.state import Options, State
from games.tichu.view import View

TICHU: Game[State, Options, View, Move] = Game(
    id="tichu",
    state_type=State,
    options_type=Options,
    view_type=View,
    event_types=EVENTS,
    move_type=Move,
    options=rules.options,
    sides=rules.sides,
    start=rules.start,
    next=rules.next_,
    parse=moves.parse,
    write=moves.write,
    check=checks.check,
    legal=rules.legal,
    apply=rules.apply,
    progress=rules.progress,
    view=view.view,
    event=events.event,
    bot=bot.bot,
    bot_history=True,
    timed_out=rules.timed_out,
    analysis=analysis.ANALYSIS,
)
GAMES: tuple[AnyGame, ...] = (TICHU,)
TABLES = {"tichu": TableDefaults(leave="bot_replace")}
