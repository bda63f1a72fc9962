"""Pilotta: Palatisti, Classic, and Classic for two; the rules are in RULES.md."""

from games.api import AnyGame, Game, TableDefaults
from games.pilotta import analysis, bot, events, moves, rules, view
from games.pilotta.events import EVENTS
from games.pilotta.moves import Move
from games.pilotta.state import Options, State
from games.pilotta.view import View

PILOTTA: Game[State, Options, View, Move] = Game(
    id="pilotta",
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
    check=rules.check,
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
GAMES: tuple[AnyGame, ...] = (PILOTTA,)
TABLES = {"pilotta": TableDefaults(leave="bot_replace")}
