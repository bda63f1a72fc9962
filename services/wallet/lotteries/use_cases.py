"""Lottery tickets: opened with a commitment, paid, drawn and revealed (RULES.md §9)."""

import secrets

import msgspec

from services.contracts.wallet import lotteries as contract
from services.kernel.clock import TimeMs
from services.kernel.fair import ROOT_BYTES, commitment, is_seed
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.invitations import first_chips
from services.wallet.invitations import network_rows as networks
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import post, publish_chips, read_balances
from services.wallet.limits import rules as limits
from services.wallet.limits.checks import first_refusal
from services.wallet.lotteries import rules as lottery
from services.wallet.lotteries import ticket_rows as stored
from services.wallet.lotteries.rules import FREE, Lottery, free_ticket_batch, ticket_batch
from services.wallet.lotteries.ticket_rows import TicketRow
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings


def list_lotteries(work: Work, settings: WalletSettings, request: contract.ListLotteries) -> contract.Lotteries:
    """The lotteries with their odds, and the account's tickets."""
    person = people.find(work, [request.account])[request.account]
    bought = stored.count_paid(work, request.account, limits.window_start_ms("day", work.now_ms))
    return contract.Lotteries(
        lotteries=[_line(name, each) for name, each in settings.lotteries.items()],
        free_ready_at_ms=_free_ready_at_ms(settings, person),
        tickets_left_today=max(0, settings.lottery_daily_tickets - bought),
        opened=[_before_draw(row) for row in stored.find_open(work, request.account).values()],
        helpline=settings.rg_helpline,
        email_needed=first_chips.check(work, settings, request.account) is not None,
        free_every_ms=settings.free_ticket_interval_s * 1000,
    )


def get_free_offer(work: Work, settings: WalletSettings, request: contract.GetFreeOffer) -> contract.FreeOffer:
    """Whether the room offers the free ticket: to nobody whom anything keeps from chips at this moment."""
    person = people.find(work, [request.account])[request.account]
    kept_away = (
        first_refusal(work, settings, person, "blocked", "excluded", "session", "reality", "losses", amount=1)
        or first_chips.check(work, settings, request.account)
        or _check_network(work, settings, person)
    )
    offered = FREE in settings.lotteries and not kept_away
    return contract.FreeOffer(_free_ready_at_ms(settings, person) if offered else None)


def open_ticket(work: Work, settings: WalletSettings, request: contract.OpenTicket) -> contract.Ticket | Refusal:
    """Open a ticket, with the commitment to its random root. If a ticket is open already, that one is returned, so
    that nobody can choose between several; after a change of price or prizes another one takes its place."""
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    found = settings.lotteries.get(request.lottery)
    if found is None:
        return Refusal("lottery_unknown")
    if refusal := _check(work, settings, person, request.lottery, found.price_chips):
        return refusal
    row = stored.find_open(work, request.account).get(request.lottery)
    if row is None or not row.is_of(found):
        if row is not None:
            stored.drop_open(work, row.ticket)
        row = _new_ticket(request, found, work.now_ms)
        stored.add(work, row)
    return _before_draw(row)


def _new_ticket(request: contract.OpenTicket, found: Lottery, now_ms: TimeMs) -> TicketRow:
    return TicketRow(
        new_id(),
        request.account,
        request.lottery,
        found.price_chips,
        secrets.token_bytes(ROOT_BYTES).hex(),
        now_ms,
        prizes=stored.written(found.rows),
    )


def draw_ticket(work: Work, settings: WalletSettings, request: contract.DrawTicket) -> contract.Drawn | Refusal:
    """Pay for, draw and reveal a ticket; a ticket that has been drawn gets the same answer again."""
    person = people.lock(work, request.account)
    row = stored.find(work, request.account, request.ticket)
    if person is None or row is None:
        return Refusal("ticket_unknown")
    if row.drawn_at_ms is not None:
        return _drawn(work, row)
    if request.seed is not None and not is_seed(request.seed):
        return Refusal("seed_invalid")
    table = row.table(settings.lotteries)
    if table is None:
        return Refusal("lottery_unknown")
    if refusal := _check(work, settings, person, row.lottery, row.price_chips):
        return refusal
    return _draw(work, table, person, msgspec.structs.replace(row, seed=request.seed))


def list_tickets(work: Work, _settings: WalletSettings, request: contract.ListTickets) -> contract.Tickets:
    """The account's drawn tickets, newest first."""
    found, next_before_ms = stored.list_drawn(work, request.account, request.before_ms, request.limit)
    return contract.Tickets(tickets=[_with_proof(row) for row in found], next_before_ms=next_before_ms)


def _check(work: Work, settings: WalletSettings, person: Person, name: str, price_chips: int) -> Refusal | None:
    """Check whether this player may buy this ticket now."""
    if refusal := first_refusal(work, settings, person, "blocked", "excluded", "session"):
        return refusal
    if name == FREE:
        return (
            first_chips.check(work, settings, person.account)
            or lottery.check_free_ticket(person.free_ticket_at_ms, work.now_ms, settings.free_ticket_interval_s)
            or _check_network(work, settings, person)
        )
    if refusal := first_refusal(work, settings, person, "debt"):
        return refusal
    bought = stored.count_paid(work, person.account, limits.window_start_ms("day", work.now_ms))
    if refusal := lottery.check_daily(bought, settings.lottery_daily_tickets):
        return refusal
    if read_balances(work, [player(person.account)]).get(player(person.account), 0) < price_chips:
        return Refusal("insufficient_chips", {"price_chips": price_chips})
    return first_refusal(work, settings, person, "losses", amount=price_chips)


def _check_network(work: Work, settings: WalletSettings, person: Person) -> Refusal | None:
    most = settings.free_tickets_per_network_day
    taken = networks.count(work, "free_ticket", person.session_address, days=1) if most else 0
    return Refusal("ticket_network_limit") if most and taken >= most else None


def _draw(work: Work, table: Lottery, person: Person, row: TicketRow) -> contract.Drawn | Refusal:
    draw = lottery.draw(bytes.fromhex(row.root), row.ticket, row.seed)
    prize_chips = lottery.prize_of(table.rows, draw)
    if row.lottery == FREE:
        networks.count_one(work, "free_ticket", person.session_address)
        batch = free_ticket_batch(row.ticket, row.account, prize_chips)
        people.save(work, msgspec.structs.replace(person, free_ticket_at_ms=work.now_ms))
    else:
        batch = ticket_batch(row.ticket, row.account, row.price_chips, prize_chips)
    (answer,) = answers = post(work, [batch])
    if isinstance(answer, Refusal):
        return answer
    drawn = msgspec.structs.replace(row, draw=draw, prize_chips=prize_chips, drawn_at_ms=work.now_ms)
    stored.save_drawn(work, drawn)
    publish_chips(work, answers)
    work.after(metrics.tickets.labels(row.lottery).inc)
    return _drawn(work, drawn)


def _drawn(work: Work, row: TicketRow) -> contract.Drawn:
    return contract.Drawn(
        ticket=_with_proof(row), chips=read_balances(work, [player(row.account)])[player(row.account)]
    )


def _free_ready_at_ms(settings: WalletSettings, person: Person) -> int:
    if person.free_ticket_at_ms is None:
        return 0
    return person.free_ticket_at_ms + settings.free_ticket_interval_s * 1000


def _line(name: str, found: Lottery) -> contract.LotteryLine:
    first, rows = 0, []
    for row in found.rows:
        rows.append(contract.PrizeRow(first=first, last=first + row.weight - 1, prize_chips=row.prize_chips))
        first += row.weight
    return contract.LotteryLine(
        lottery=name, price_chips=found.price_chips, rows=rows, worth_chips_10000=lottery.weighted_sum(found)
    )


def _before_draw(row: TicketRow) -> contract.Ticket:
    """A ticket before its draw, with the commitment alone."""
    return contract.Ticket(
        ticket=row.ticket,
        lottery=row.lottery,
        price_chips=row.price_chips,
        commit=commitment(bytes.fromhex(row.root)),
        opened_at_ms=row.opened_at_ms,
    )


def _with_proof(row: TicketRow) -> contract.Ticket:
    """A drawn ticket with the proof of its draw."""
    return msgspec.structs.replace(
        _before_draw(row),
        seed=row.seed,
        root=row.root,
        draw=row.draw,
        prize_chips=row.prize_chips,
        drawn_at_ms=row.drawn_at_ms,
    )
