"""Koum-kan, thanasis and dynamitis: rummy for penalty points; the rules are in RULES.md."""

from functools import partial

from games.api import AnyGame, Game, TableDefaults
from games.koumkan import bot, legal_moves, moves, rules, view
from games.koumkan.event_data import EVENTS
from games.koumkan.moves import Move
from games.koumkan.state import DynamitisOptions, Options, State, ThanasisOptions
from games.koumkan.view import View


def _game(game_id: str, options: type[rules.AnyOptions]) -> Game[State, rules.AnyOptions, View, Move]:
    """A game of the family: they differ in their options."""
    return Game(
        id=game_id,
        state_type=State,
        options_type=options,
        view_type=View,
        event_types=EVENTS,
        move_type=Move,
        options=partial(rules.options_of, options),
        sides=rules.sides,
        start=rules.start,
        next=rules.next_,
        parse=moves.parse,
        write=moves.write,
        check=rules.check,
        legal=legal_moves.legal,
        apply=rules.apply,
        progress=rules.progress,
        view=view.view,
        event=view.event,
        bot=bot.bot,
        bot_history=True,
        timed_out=rules.timed_out,
    )


GAMES: tuple[AnyGame, ...] = (
    _game("koumkan", Options),
    _game("thanasis", ThanasisOptions),
    _game("dynamitis", DynamitisOptions),
)
TABLES = {each.id: TableDefaults(leave="eliminate") for each in GAMES}
