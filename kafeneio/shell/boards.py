"""`kafeneio boards`: leaderboards."""

import argparse
from typing import Any

from kafeneio.shell.use_case import report, run_in
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, load

_REPEATS = {"weekly": "every week", "monthly": "every month", "own": "once"}


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    _add_boards(actions.add_parser("boards", help="leaderboards: list, define, close a period"))


def _add_boards(boards: argparse.ArgumentParser) -> None:
    whats = boards.add_subparsers(required=True, metavar="WHAT")
    whats.add_parser("list", help="every definition with what it is called, one a line").set_defaults(
        action=_list_boards
    )
    save = whats.add_parser("save", help="define a board, or change one of which no period runs")
    save.add_argument("definition", help='JSON: {"board": "spring", "repeat": "own", "title": "Spring 2027", …}')
    save.set_defaults(action=_save_board)
    close = whats.add_parser("close", help="close a period whose time is over, and order its prizes")
    close.add_argument("board", help="the board's title or id")
    close.add_argument("period", help="the period's name, such as 2027-W10")
    close.set_defaults(action=_close_board)


def _list_boards(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON for each definition."""
    for each in _definitions(common):
        console.say_json(_called(each))
    return 0


def _definitions(common: CommonSettings) -> Any:
    from services.contracts.ranking.boards import ListDefinitions
    from services.ranking.boards.queries import list_definitions

    return run_in("ranking", common, list_definitions, ListDefinitions(roles=["operator"])).definitions


def _called(board: Any) -> dict[str, Any]:
    """A definition or a period as plain data that begins with what the board is called: by its title, or by its games
    and how often it comes."""
    import msgspec

    games = "every game" if board.games is None else ", ".join(board.games)
    comes = "bots" if board.board.startswith("bots:") else _REPEATS[board.repeat]
    return {"called": board.title or f"{games}, {comes}"} | msgspec.to_builtins(board)


def _report(done: Any) -> int:
    return report(done if isinstance(done, Refusal) else _called(done))


def _save_board(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the definition with what it is called, or the refusal."""
    import msgspec

    from services.contracts.ranking.boards import BoardDefinition
    from services.ranking.boards.periods import define

    try:
        definition = msgspec.json.decode(args.definition, type=BoardDefinition)
    except msgspec.DecodeError as error:
        console.error(f"not a definition: {error}")
        return 2
    return _report(run_in("ranking", common, define, definition))


def _close_board(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the period with what its board is called, or the refusal. A running ranking process
    informs the wallet."""
    from services.platform.operations.live_settings import read_settings
    from services.ranking.boards.periods import close_period
    from services.ranking.settings import RankingSettings

    titled = [each.board for each in _definitions(common) if each.title and each.title == args.board]
    board = titled[0] if titled else args.board
    settings = run_in("ranking", common, read_settings, "ranking", load(RankingSettings))
    return _report(run_in("ranking", common, close_period, settings, board, args.period))
