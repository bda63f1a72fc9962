"""Baccarat against the bank: with commission, without, and with Fortune Six; the rules are in RULES.md."""

from games.api import AnyGame, Game
from games.baccarat import bot, events, moves, rounds, rules, seats, view
from games.baccarat.events import EVENTS
from games.baccarat.moves import Move
from games.baccarat.state import Options, State
from games.baccarat.view import View

BACCARAT: Game[State, Options, View, Move] = Game(
    id="baccarat",
    house_banked=True,
    state_type=State,
    options_type=Options,
    view_type=View,
    event_types=EVENTS,
    move_type=Move,
    options=rules.options,
    sides=seats.sides,
    start=rules.start,
    next=rules.next_,
    parse=moves.parse,
    write=moves.write,
    check=rules.check,
    legal=rules.legal,
    apply=rounds.apply,
    progress=rules.progress,
    view=view.view,
    event=events.event,
    bot=bot.bot,
    timed_out=rules.timed_out,
)
GAMES: tuple[AnyGame, ...] = (BACCARAT,)
