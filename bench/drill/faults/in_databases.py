"""Faults of `make drill` that are made in the services' databases."""

import secrets
import time
from typing import Any

import psycopg

from bench.drill.faults.actions import Repeated, execute, request_of
from bench.processes.whole_platform import Platform
from bench.robots.accounts import post
from bench.robots.robots import Player

_HOUR_MS = 3_600_000
_WAITING_MAILS = 501
"""More than may wait."""
_COMPETITION = "drill"
_PERIOD = 999_999
_REASON = "a drill of the alerts"


class AlteredRows:
    """Somebody writes to the databases past the services: rows that are too old, that are false, or that are locked.

    An entry of the audit log is falsified; a report, an order, a prize, a hold and mails have waited for too long; a
    competition, a period of a leaderboard and a notice to a browser are due, and a session that nobody closes holds
    their rows; a count of ranking's is wrong.
    """

    def __init__(self, platform: Platform, player: Player) -> None:
        """`player` becomes a member of staff, so that the audit log has an entry."""
        self._platform, self._player = platform, player
        self._held: list[psycopg.Connection[Any]] = []

    def begin_log(self) -> None:
        """The audit log gets an entry, which may be noted before it is falsified."""
        self._platform.run_command("roles", "give", self._player.name, "administrator", "--reason", _REASON)

    def begin(self) -> None:
        """All of it. Moderation compares the chain of its log at its start, so it is started again."""
        old_ms = int(time.time() * 1000) - 30 * _HOUR_MS
        self._insert_old_rows(old_ms)
        self._insert_competition(old_ms)
        self._hold_due_row("tournaments", "competitions", "competition_id = 'drill'", "due_at_ms", old_ms)
        self._insert_period()
        self._hold_due_row("ranking", "board_periods", f"id = {_PERIOD}", "ends_at_ms", old_ms)
        self._hold_due_row("lobby", "push_notices", "event = 'drill'", "due_at_ms", old_ms)
        self._falsify("reason || ' '")

    def end(self) -> None:
        """All rows as they were before."""
        for connection in self._held:
            connection.close()
        self._held = []
        execute(self._platform, "wallet", "DELETE FROM wallet.stakes WHERE match_id = 'drill'")
        notices = "DELETE FROM lobby.push_notices WHERE event = 'drill'"
        execute(self._platform, "lobby", "DELETE FROM lobby.mails WHERE id LIKE 'drill-%'", notices)
        execute(
            self._platform,
            "ranking",
            f"DELETE FROM ranking.board_prizes WHERE period_id = {_PERIOD}",
            f"DELETE FROM ranking.board_periods WHERE id = {_PERIOD}",
            f"DELETE FROM ranking.pr_counts WHERE pr = {_PERIOD}",
        )
        execute(
            self._platform,
            "tournaments",
            f"DELETE FROM tournaments.waiting WHERE competition_id = '{_COMPETITION}'",
            f"DELETE FROM tournaments.competitions WHERE competition_id LIKE '{_COMPETITION}%'",
        )
        reports = "DELETE FROM moderation.reports WHERE report_id = 'drill'"
        execute(self._platform, "moderation", reports, "DELETE FROM moderation.orders WHERE order_id = 'drill'")
        self._falsify("rtrim(reason)")

    def _insert_old_rows(self, old_ms: int) -> None:
        hold = (
            "INSERT INTO wallet.stakes (match_id, stake_chips, rake_bps, accounts, held_chips, held_at_ms) "
            f"VALUES ('drill', 100, 0, '[]', 200, {old_ms})"
        )
        report = (
            "INSERT INTO moderation.reports (report_id, reporter, reported, category, comment, context, lines, seated, "
            f"at_ms, times_reported) VALUES ('drill', 'a', 'b', 'other', '', '{{}}', '[]', '[]', {old_ms}, 1)"
        )
        order = (
            "INSERT INTO moderation.orders (order_id, ordered_by, reason, operation, at_ms, state) "
            f"VALUES ('drill', 'a', '{_REASON}', '{{}}', {old_ms}, 'placed')"
        )
        prize = (
            "INSERT INTO ranking.board_prizes (period_id, account, place, chips, state, ordered_at_ms) "
            f"VALUES ({_PERIOD}, 'a', 1, 10, 'ordered', {old_ms})"
        )
        not_due_ms = int(time.time() * 1000) + _HOUR_MS
        mails = (
            "INSERT INTO lobby.mails (id, account, mail, due_at_ms) "
            f"SELECT 'drill-' || n, 'a', '{{}}', {not_due_ms} FROM generate_series(1, {_WAITING_MAILS}) AS n"
        )
        notice = (
            "INSERT INTO lobby.push_notices (event, browser, account, kind, about, host, made_at_ms, until_ms) "
            f"VALUES ('drill', 'drill', 'a', 'turn', 'drill', 'push.example', {old_ms}, {not_due_ms})"
        )
        execute(self._platform, "wallet", hold)
        execute(self._platform, "moderation", report, order)
        execute(self._platform, "ranking", prize)
        execute(self._platform, "lobby", mails, notice)

    def _insert_competition(self, old_ms: int) -> None:
        """Two competitions: one that will be due, where two players wait, and one that is settled and not paid."""
        columns = (
            "competition_id, name, state, game, options, players, opens_at_ms, starts_at_ms, ends_at_ms, price_chips, "
            "games_per_entry, kind, prize_mode, prizes, shares_bps, guarantee_chips, saved_at_ms, settled_at_ms"
        )
        values = (
            f"'drill', 'announced', 'tictactoe', '{{}}', 2, {old_ms}, {old_ms + 1}, {old_ms + 2}, 0, "
            f"1, 'points', 'fixed', '[]', '[]', 0, {old_ms}"
        )
        waiting = (
            "INSERT INTO tournaments.waiting (account, competition_id, since_ms, device, elo) "
            f"SELECT 'drill-' || n, '{_COMPETITION}', {old_ms}, 'drill', 1500 FROM generate_series(1, 2) AS n"
        )
        insert = f"INSERT INTO tournaments.competitions ({columns}) VALUES"
        execute(
            self._platform,
            "tournaments",
            f"{insert} ('{_COMPETITION}', {values}, NULL)",
            f"{insert} ('{_COMPETITION}-unpaid', {values}, {old_ms})",
            waiting,
        )

    def _insert_period(self) -> None:
        """A period of a board that nobody has defined, which ends in an hour, and a count of players without any."""
        now_ms = int(time.time() * 1000)
        copied = "SELECT definition FROM ranking.board_periods LIMIT 1"
        execute(
            self._platform,
            "ranking",
            "INSERT INTO ranking.board_periods (id, board, period, starts_at_ms, ends_at_ms, definition, state) "
            f"VALUES ({_PERIOD}, 'drill', 'drill', {now_ms}, {now_ms + _HOUR_MS}, ({copied}), 'open')",
            f"INSERT INTO ranking.pr_counts (pr, members) VALUES ({_PERIOD}, 7)",
        )

    def _hold_due_row(self, service: str, table: str, where: str, column: str, old_ms: int) -> None:
        """Make a row due and lock it before the service's clock takes it: again until that worked."""
        connection = self._platform.postgres.connect(self._platform.databases[service])
        self._held.append(connection)
        connection.autocommit = False
        for _ in range(20):
            execute(self._platform, service, f"UPDATE {service}.{table} SET {column} = {old_ms} WHERE {where}")
            chosen = f"SELECT {column} FROM {service}.{table} WHERE {where} FOR UPDATE"
            found = connection.execute(chosen).fetchone()  # type: ignore[arg-type]
            if found is not None and found[0] == old_ms:
                return
            connection.rollback()
        raise AssertionError(f"the clock of {service} always was the first")

    def _falsify(self, reason: str) -> None:
        """Change an entry of the audit log past its triggers."""
        newest = "SELECT max(seq) FROM moderation.audit_log"
        execute(
            self._platform,
            "moderation",
            "ALTER TABLE moderation.audit_log DISABLE TRIGGER USER",
            f"UPDATE moderation.audit_log SET reason = {reason} WHERE seq = ({newest})",
            "ALTER TABLE moderation.audit_log ENABLE TRIGGER USER",
        )
        self._platform.term("moderation")
        self._platform.start_member("moderation")


class MissingTables:
    """Tables of four databases are renamed, as by a migration that went wrong, while a player asks."""

    _MISSING = (("lobby", "sessions"), ("lobby", "seeks"), ("moderation", "observations"), ("ranking", "boards"))

    def __init__(self, platform: Platform, player: Player) -> None:
        """`player` keeps asking for friends."""
        self._platform = platform
        self._asking = Repeated(lambda: request_of(platform, player, "/api/me/friends"), 0.2)

    def begin(self) -> None:
        """They are gone."""
        for service, table in self._MISSING:
            execute(self._platform, service, f"ALTER TABLE {service}.{table} RENAME TO {table}_gone")
        self._asking.begin()

    def end(self) -> None:
        """They are back, and events that were given up meanwhile are carried out."""
        self._asking.end()
        for service, table in self._MISSING:
            execute(self._platform, service, f"ALTER TABLE {service}.{table}_gone RENAME TO {table}")
        self._platform.run_command("dead", "replay", "moderation")


class LongTransactions:
    """Long transactions: workers wait for the journal, and two dozen requests at once wait for the sessions."""

    def __init__(self, platform: Platform, player: Player) -> None:
        """`player` keeps asking for friends."""
        self._platform = platform
        self._parts = (
            Repeated(lambda: self._hold("tables", "journal", 0.5), 0.1),
            Repeated(lambda: self._hold("lobby", "sessions", 4), 0.3),
            Repeated(lambda: request_of(platform, player, "/api/me/friends"), 0.05, threads=24),
        )

    def begin(self) -> None:
        """From now on."""
        for each in self._parts:
            each.begin()

    def end(self) -> None:
        """No more."""
        for each in self._parts:
            each.end()

    def _hold(self, service: str, table: str, held_s: float) -> None:
        with self._platform.postgres.connect(self._platform.databases[service]) as connection, connection.transaction():
            connection.execute(f"LOCK TABLE {service}.{table} IN ACCESS EXCLUSIVE MODE")  # type: ignore[arg-type]
            time.sleep(held_s)


class CutConnections:
    """Connections to the databases of tables and lobby are ended again and again, as by a pooler that restarts."""

    _SERVICES = ("tables", "lobby")

    def __init__(self, platform: Platform, player: Player) -> None:
        """`player` keeps asking for friends."""
        self._platform = platform
        self._parts = (
            Repeated(self._cut, 0.2),
            Repeated(lambda: request_of(platform, player, "/api/me/friends"), 0.05, threads=8),
        )

    def begin(self) -> None:
        """From now on."""
        for each in self._parts:
            each.begin()

    def end(self) -> None:
        """No more."""
        for each in self._parts:
            each.end()

    def _cut(self) -> None:
        names = [self._platform.databases[service] for service in self._SERVICES]
        with self._platform.postgres.connect(self._platform.databases["ranking"]) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY(%s)", [names]
            )


class LockedAway:
    """A migration of moderation holds its locks, so that moderation runs, but answers nobody; people log in."""

    _TABLES = "moderation.observations, moderation.suspensions"

    def __init__(self, platform: Platform) -> None:
        """Registers somebody with a password."""
        self._platform = platform
        self._lock: psycopg.Connection[Any] | None = None
        self._visitor = register(platform)
        self._coming = Repeated(self._log_in, 1.0)

    def begin(self) -> None:
        """The locks are held from now on."""
        self._lock = self._platform.postgres.connect(self._platform.databases["moderation"])
        self._lock.autocommit = False
        self._lock.execute(f"LOCK TABLE {self._TABLES} IN ACCESS EXCLUSIVE MODE")  # type: ignore[arg-type]
        self._coming.begin()

    def end(self) -> None:
        """The migration is over, and events that were given up meanwhile are carried out."""
        self._coming.end()
        if self._lock is not None:
            self._lock.close()
        self._platform.run_command("dead", "replay", "moderation")

    def _log_in(self) -> None:
        post(
            self._platform.rest_urls[0], "/api/login", {name: self._visitor[name] for name in ("username", "password")}
        )


def register(platform: Platform) -> dict[str, str]:
    """A new account: `account`, `username`, `password`, `token`."""
    name, password = f"visitor-{secrets.token_hex(3)}", secrets.token_urlsafe(12)
    body = {"username": name, "email": f"{name}@robots.example", "password": password, "birth_date": "1990-01-31"}
    _status, answer = post(platform.rest_urls[0], "/api/register", body)
    return {"account": answer["account"]["account"], "username": name, "password": password, "token": answer["token"]}
