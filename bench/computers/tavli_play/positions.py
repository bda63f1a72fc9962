"""Held-out decisions of portes: positions of games between players good and simple, from a fixed seed."""

import random

from bench.computers.tavli_play.players import Player
from games.tavli.board import Board
from games.tavli.turns import Turn, dice_to_play
from games.tavli.variants import VARIANTS

EVERY = 3
"""One decision of so many turns, so that neighbours are not alike."""


def decisions(number: int, seed: int, players: tuple[Player, Player], shares: tuple[float, float]) -> list[Turn]:
    """So many rolls with at least two different results; each turn is played by one of the players, by these shares."""
    chance, variant, found, turns = random.Random(f"decisions {seed}"), VARIANTS["portes"], [], 0
    while len(found) < number:
        board, over = Board(variant.start, variant.facing(variant.start)), False
        while not over and len(found) < number:
            turn = Turn(variant, board, dice_to_play((chance.randint(1, 6), chance.randint(1, 6))))
            turns += 1
            after = board
            if turn.most:
                if len(turn.results) > 1 and turns % EVERY == 0:
                    found.append(turn)
                after = chance.choices(players, shares)[0](turn)
                over = variant.outcome(after) is not None
            board = variant.turned(after)
    return found
