"""Tavli: Portes, Plakoto, Fevga and the match that combines them; the rules are in RULES.md."""

from games.api import AnyGame, Game, MatchText, TableDefaults
from games.tavli import analysis, bot, moves, rules, view
from games.tavli.event_data import EVENTS
from games.tavli.match_text import reading, writing
from games.tavli.moves import Move
from games.tavli.state import Options, State
from games.tavli.view import View

TAVLI: Game[State, Options, View, Move] = Game(
    id="tavli",
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
    timed_out=rules.timed_out,
    analysis=analysis.ANALYSIS,
    text=MatchText(ending="mat", write=writing.write_text, read=reading.read_text),
)
GAMES: tuple[AnyGame, ...] = (TAVLI,)
TABLES = {"tavli": TableDefaults(leave="concede")}
