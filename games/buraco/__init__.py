"""Buraco; the rules are in RULES.md."""

from games.api import AnyGame, Game
from games.buraco import bot, moves, rules, view
from games.buraco.moves import Move
from games.buraco.state import Options, State
from games.buraco.view import EVENTS, View

BURACO: Game[State, Options, View, Move] = Game(
    id="buraco",
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
    event=view.event,
    bot=bot.bot,
    bot_history=True,
    timed_out=rules.timed_out,
)
GAMES: tuple[AnyGame, ...] = (BURACO,)
