"""Mpirimpa, with and without columns, and mpirimpa pro; the rules are in RULES.md."""

from games.api import AnyGame, Game
from games.mpirimpa import bot, moves, rules, view
from games.mpirimpa.moves import Move
from games.mpirimpa.state import Options, ProOptions, State
from games.mpirimpa.view import EVENTS, View

MPIRIMPA: Game[State, Options, View, Move] = Game(
    id="mpirimpa",
    state_type=State,
    options_type=Options,
    view_type=View,
    event_types=EVENTS,
    move_type=Move,
    options=rules.options,
    sides=rules.sides,
    start=rules.start,
    next=rules.next_,
    parse=moves.parse_plain,
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
)
MPIRIMPA_PRO: Game[State, ProOptions, View, Move] = Game(
    id="mpirimpa_pro",
    state_type=State,
    options_type=ProOptions,
    view_type=View,
    event_types=EVENTS,
    move_type=Move,
    options=rules.pro_options,
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
)
GAMES: tuple[AnyGame, ...] = (MPIRIMPA, MPIRIMPA_PRO)
