"""Visits between cells: passes for players of this one, and visitors with passes of others (RULES.md §19)."""

import secrets

from services.contracts.lobby.accounts import visits as contract
from services.contracts.lobby.accounts.accounts import Session
from services.contracts.moderation.conduct import Conduct
from services.contracts.wallet.balances import Balance, GetBalance
from services.kernel.cells import cell_of
from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import security_log_rows as security
from services.lobby.access.networks import network_of
from services.lobby.accounts.rules import username_key
from services.lobby.accounts.terms import rows as posted
from services.lobby.accounts.terms import rules as terms
from services.lobby.conduct import standings
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.privacy import erasure
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.lobby.visits import passes
from services.lobby.visits import visitor_rows as stored
from services.lobby.visits.cell_directory import Directory, Neighbour
from services.lobby.visits.passes import Pass
from services.platform.database.unit_of_work import Work
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_NONCE_BYTES = 16
_PASSES_MAX, _PASSES_WITHIN_MS = 20, 600_000
"""How many passes an account gets within ten minutes."""
_AT_ONCE = 50
_SESSIONS_AT_ONCE = 200


# --- passes for players of this cell ---


def list_cells(directory: Directory) -> contract.Cells:
    """The cells that can be visited from here, by name."""
    known = directory.neighbours.values() if directory.is_open else ()
    return contract.Cells(cells=[_cell(each) for each in sorted(known, key=lambda each: (each.name, each.cell))])


def issue_pass(ports: Ports, directory: Directory, request: contract.IssuePass) -> contract.CellPass | Refusal:
    """Sign a pass for the account of a session."""
    answer = _issue_pass(ports, directory, request)
    known = request.cell if request.cell in directory.neighbours else ""
    metrics.passes.labels(known, answer.error if isinstance(answer, Refusal) else "issued").inc()
    return answer


def _issue_pass(ports: Ports, directory: Directory, request: contract.IssuePass) -> contract.CellPass | Refusal:
    found = ports.run(_check_departure, directory, request)
    if isinstance(found, Refusal):
        return found
    balance = ports.rpc.call(GetBalance(account=found.account), timeout_ms=ports.settings.table_checks_timeout_ms)
    if isinstance(balance, Refusal):
        if balance.error != "account_unknown":
            return balance
        balance = Balance(account=found.account, chips=0)  # registered a moment ago
    answer: contract.CellPass | Refusal = ports.run(_sign, directory, request, balance.chips)
    return answer


def _check_departure(work: Work, ports: Ports, directory: Directory, request: contract.IssuePass) -> Player | Refusal:
    """The player of the session, if they may leave for the cell now."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    player = found[1]
    if player.guest:
        return Refusal("guest_forbidden")
    if not directory.is_open or request.cell not in directory.neighbours:
        return Refusal("cell_unknown")
    if not _can_visit(player.account, ports.cell):
        return Refusal("cannot_visit")
    if player.seated_at is not None:
        return Refusal("already_seated")
    first_ms = security.nth_last_ms(work, player.account, "pass_issued", _PASSES_MAX)
    if first_ms is not None and first_ms + _PASSES_WITHIN_MS > work.now_ms:
        wait_s = -(-(first_ms + _PASSES_WITHIN_MS - work.now_ms) // 1000)
        return Refusal("rate_limited", {"retry_after_s": wait_s})
    return player


def _can_visit(account: str, here: str) -> bool:
    """Whether an account of this cell can visit others: its id names its home."""
    return bool(here) and cell_of(account) == here


def _sign(
    work: Work, ports: Ports, directory: Directory, request: contract.IssuePass, chips: int
) -> contract.CellPass | Refusal:
    player = _check_departure(work, ports, directory, request)
    if isinstance(player, Refusal):
        return player
    key, to = directory.key, directory.neighbours[request.cell]
    assert key is not None, "an open directory has a key"
    content = Pass(
        to=to.cell,
        account=player.account,
        name=player.name,
        language=player.language,
        chips=chips,
        issued_at_ms=work.now_ms,
        expires_at_ms=work.now_ms + passes.VALID_MS,
        nonce=secrets.token_urlsafe(_NONCE_BYTES),
    )
    security.note(work, "pass_issued", player.account, network_of(request.address), cell=to.cell)
    text = passes.sign(content, key)
    return contract.CellPass(text=text, address=to.address, expires_at_ms=content.expires_at_ms)


# --- visitors with passes of other cells ---


def begin_visit(ports: Ports, directory: Directory, request: contract.BeginVisit) -> Session | Refusal:
    """Open a session for the account of a pass."""
    if not directory.is_open:
        return Refusal("visits_closed")
    content = passes.read(request.signed, directory)
    answer = content if isinstance(content, Refusal) else _begin_visit(ports, request, content)
    _count(answer, "" if isinstance(content, Refusal) else content.home)
    return answer


def get_visit(work: Work, ports: Ports, directory: Directory, request: contract.GetVisit) -> contract.Visit | Refusal:
    """The visit of an account that is at home elsewhere."""
    found = stored.find(work, request.account)
    if found is None or ports.visits.home_of(request.account) is None:
        return Refusal("not_visiting")
    ends_at_ms = found.visited_at_ms + ports.settings.sessions.visit_max_h * HOUR_MS
    return contract.Visit(home=_home_of(directory, found.account), chips_at_home=found.chips, ends_at_ms=ends_at_ms)


def sweep_visitors(ports: Ports) -> int:
    """Erase visitors who have not come again for too long; returns how many. One who cannot be erased now, because a
    match of theirs runs, is checked again a day later."""
    return erasure.erase_unseen(ports, ports.run(_find_unseen), _put_off)


def sweep_sessions(ports: Ports) -> int:
    """End the sessions of visitors that have reached their longest life; returns how many."""
    old = ports.run(_find_old_sessions)
    for account in old:
        ports.run(_expire, account)
    return len(old)


def purge(work: Work, _ports: Ports) -> None:
    """Delete used passes that nobody can use again."""
    stored.purge_passes(work, work.now_ms - HOUR_MS)  # clocks of processes differ a little


def measure(work: Work, _ports: Ports) -> None:
    """Update the metric of visitors."""
    metrics.visitors.set(stored.count_present(work))


def prepare_metrics(directory: Directory) -> None:
    """Count the visits of every neighbour from 0: an alert compares them."""
    for cell in directory.neighbours:
        for outcome in ("begun", "signature"):
            metrics.visits.labels(cell, outcome)


def _begin_visit(ports: Ports, request: contract.BeginVisit, content: Pass) -> Session | Refusal:
    refusal: Refusal | None = ports.run(_check_time, content)
    if refusal is not None:
        return refusal
    conduct = standings.ask_conduct(ports, content.account)
    answer: Session | Refusal = ports.run(_come_in, request, content, conduct)
    return answer


def _check_time(work: Work, _ports: Ports, content: Pass) -> Refusal | None:
    return passes.check_time(content, work.now_ms)


def _come_in(
    work: Work, ports: Ports, request: contract.BeginVisit, content: Pass, conduct: Conduct | None
) -> Session | Refusal:
    """Use up the pass and open the session. A refusal leaves the pass as it was."""
    if refusal := passes.check_time(content, work.now_ms):
        return refusal
    if not stored.use_pass(work, content.home, content.nonce, content.expires_at_ms):
        return passes.invalid("used", content.home)
    refusal = standings.refused_by(work, content.account, conduct)
    if refusal is None:
        refusal = terms.check_accepted(request.terms, posted.posted(work))
    if refusal is not None:
        return refusal
    _name_player(work, content)
    stored.save(work, content.account, content.chips, request.terms)
    client = sessions.Client(request.device, request.address, request.device_class)
    session = sessions.begin(work, ports, content.account, client)
    if conduct is None:
        stored_sessions.mark_conduct_recheck(work, content.account, is_needed=True)
    security.note(work, "visit_begun", content.account, network_of(request.address), home=content.home)
    return session


def _name_player(work: Work, content: Pass) -> None:
    """Add the visitor's player, or take over the name and language of the pass. Another visitor who still has the name
    here has lost it at home, so they lose it here too."""
    name = _visitor_name(content.name, content.home)
    key = username_key(name)
    holder = players.find_by_key(work, key)
    if holder is not None and holder.account != content.account:
        stored.release_name(work, key)
    new = Player(content.account, name, key, content.language, work.now_ms)
    if players.add(work, new):
        return
    known = players.lock(work, [content.account])[content.account]
    if known.name != name:
        players.rename(work, content.account, name, key, content.language)
    else:
        players.save_language(work, content.account, content.language)


def _visitor_name(name: str, home: str) -> str:
    """The name of a visitor here, such as `anna@eu1`. No registered name has an `@`."""
    return f"{name}@{home}"


def _count(answer: Session | Refusal, home: str) -> None:
    """Count a visit, and log it without the pass."""
    if not isinstance(answer, Refusal):
        metrics.visits.labels(home, "begun").inc()
        log.info("visit_begun", account=answer.account.account, home=home)
        return
    detail = answer.detail if answer.error == "pass_invalid" else {}
    home = home or detail.get("home", "")
    reason = detail.get("reason", answer.error)
    metrics.visits.labels(home, reason).inc()
    log.info("visit_refused", home=home, reason=reason)


def _cell(each: Neighbour) -> contract.Cell:
    return contract.Cell(cell=each.cell, name=each.name, address=each.address)


def _home_of(directory: Directory, account: str) -> contract.Cell:
    """The home of a visitor; only its id is known if the operator has taken it from the directory."""
    home = cell_of(account)
    known = directory.neighbours.get(home)
    return contract.Cell(cell=home, name=home, address="") if known is None else _cell(known)


def _find_old_sessions(work: Work, ports: Ports) -> list[str]:
    before_ms = work.now_ms - ports.settings.sessions.visit_max_h * HOUR_MS
    return stored.find_old_sessions(work, before_ms, _SESSIONS_AT_ONCE)


def _expire(work: Work, ports: Ports, account: str) -> None:
    session = stored_sessions.find_live(work, account)
    if session is not None:
        sessions.expire(work, ports, session)


def _find_unseen(work: Work, ports: Ports) -> list[str]:
    return stored.find_unseen(work, _keep_from_ms(work.now_ms, ports), _AT_ONCE)


def _put_off(work: Work, ports: Ports, account: str) -> None:
    stored.put_off(work, account, _keep_from_ms(work.now_ms, ports) + DAY_MS)


def _keep_from_ms(now_ms: TimeMs, ports: Ports) -> TimeMs:
    """Visitors who were not seen since then are erased."""
    return now_ms - ports.settings.visitor_keep_days * DAY_MS
