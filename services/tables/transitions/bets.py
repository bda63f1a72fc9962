"""Rounds of a house-banked table: the wallet holds and pays bets, asked by messages (RULES.md §4). Pure.

A request of the game (`Bank`) leaves with the commit that wrote it and is sent once; the wallet's answer arrives in the
shard's queue, however late. Until then the round waits, but no process does.
"""

from games import api
from services.contracts.tables import commands
from services.contracts.tables.rounds import RoundAsked, RoundEnded
from services.kernel.refusal import Refusal
from services.tables.table import entries
from services.tables.table.model import HeldRound, Table
from services.tables.table.transition import Transition
from services.tables.transitions import guests


class WrongChips(RuntimeError):
    """The game asked to hold or pay an amount that it must not; its table stops."""


def ask(transition: Transition, bank: api.Bank) -> bool:
    """Ask the wallet, unless it has been asked already or no chips are to be moved.

    Returns whether an entry was added.
    """
    table, held = transition.table, transition.table.round
    if held is not None and held.stage != "held":
        return False
    chips = {seat: amount for seat, amount in sorted(bank.chips.items()) if amount}
    if bank.kind == "hold":
        _check_hold(table, chips)
        _hold(transition, bank, chips)
    elif held is None:
        _check_pay(chips, {})
        transition.add(entries.BankAnswered("pay", {}, {}))
    else:
        _check_pay(chips, held.bets)
        transition.add(entries.BankAsked("pay", held.id, held.number, chips))
        _tell_end(transition, held, {held.accounts[seat]: amount for seat, amount in chips.items()})
    return True


def cancel(transition: Transition) -> bool:
    """Inform the game of an annulled round once its bets are held. Returns whether there was one."""
    held = transition.table.round
    if held is None or held.stage != "held" or not held.annulled:
        return False
    transition.add(entries.RoundCancelled(held.shoe_damaged))
    return True


def banked(transition: Transition, command: commands.Banked) -> Refusal | None:
    """The wallet has held or paid the bets. Code: `stale` if that is not what it is being asked now."""
    held = transition.table.round
    stage = "holding" if command.kind == "hold" else "paying"
    if transition.table.phase != "playing" or held is None or (held.id, held.stage) != (command.round, stage):
        return Refusal("stale")
    refused = {seat: command.refused[name] for seat, name in held.accounts.items() if name in command.refused}
    seats = {name: seat for name in command.purses if (seat := transition.table.seat_of(name)) is not None}
    purses = {seat: guests.purse_of(command.purses[name]) for name, seat in sorted(seats.items())}
    transition.add(entries.BankAnswered(command.kind, refused if command.kind == "hold" else {}, purses))
    return None


def annul(transition: Transition, command: commands.AnnulRound) -> Refusal | None:
    """An operator annuls a round whose bets are held and not paid. Codes: `round_unknown` (no bets of a round with this
    number are held), `round_settled`, `round_annulled`, `table_stopped`."""
    held = transition.table.round
    if transition.table.phase != "playing":
        return Refusal("table_stopped")
    if held is None or held.number != command.round:
        return Refusal("round_unknown")
    if held.stage == "paying":
        return Refusal("round_settled")
    if held.annulled:
        return Refusal("round_annulled")
    transition.add(entries.RoundAnnulled(command.round, command.reason, command.by, command.shoe_damaged))
    return None


def void(transition: Transition) -> None:
    """The table ends during a round: all bets are returned, including those that the wallet has yet to hold."""
    held = transition.table.round
    if held is not None and held.stage != "paying":
        _tell_end(transition, held, None)


def _hold(transition: Transition, bank: api.Bank, bets: dict[int, int]) -> None:
    if not bets:
        transition.add(entries.BankAnswered("hold", {}, {}))
        return
    table = transition.table
    transition.add(entries.BankAsked("hold", f"{table.match.id}.{table.seq + 1}", bank.round, bets))
    held = transition.table.round
    assert held is not None
    transition.publish(
        RoundAsked(
            round=held.id,
            table=table.id,
            game=table.game,
            number=held.number,
            bets={held.accounts[seat]: amount for seat, amount in bets.items()},
            guests=_guests(table),
            reply_to=table.reply_to,
        )
    )


def _tell_end(transition: Transition, held: HeldRound, credited: dict[str, int] | None) -> None:
    table = transition.table
    transition.publish(
        RoundEnded(
            round=held.id,
            table=table.id,
            game=table.game,
            number=held.number,
            credited=credited,
            guests=_guests(table),
            reply_to=table.reply_to,
        )
    )


def _guests(table: Table) -> list[str]:
    return [seat.account for seat in table.seats if seat.account is not None]


def _check_hold(table: Table, bets: dict[int, int]) -> None:
    if table.round is not None:
        raise WrongChips(f"round {table.round.number} is still held")
    wrong = {seat: chips for seat, chips in bets.items() if chips < 0 or table.seats[seat].account is None}
    if wrong:
        raise WrongChips(f"bets {wrong}")


def _check_pay(credited: dict[int, int], bets: dict[int, int]) -> None:
    wrong = {seat: chips for seat, chips in credited.items() if chips < 0 or seat not in bets}
    if wrong:
        raise WrongChips(f"credited {wrong} where {bets} are held")
