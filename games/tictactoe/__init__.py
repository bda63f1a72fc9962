"""Tic tac toe on 3×3, 4×4 and 5×5 boards; the rules are in RULES.md."""

from games.api import AnyGame, Game
from games.tictactoe import bot, moves, rules, view
from games.tictactoe.moves import Place
from games.tictactoe.state import Options, State
from games.tictactoe.view import EVENTS, View

TICTACTOE: Game[State, Options, View, Place] = Game(
    id="tictactoe",
    state_type=State,
    options_type=Options,
    view_type=View,
    event_types=EVENTS,
    move_type=Place,
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
    timed_out=rules.timed_out,
)
GAMES: tuple[AnyGame, ...] = (TICTACTOE,)
