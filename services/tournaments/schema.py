"""The tables of tournaments."""

import sqlalchemy as sa

metadata = sa.MetaData()

competitions = sa.Table(
    "competitions",
    metadata,
    sa.Column("competition_id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("target", sa.Integer),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("opens_at_ms", sa.BigInteger, nullable=False),
    sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
    sa.Column("price_chips", sa.BigInteger, nullable=False),
    sa.Column("games_per_entry", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("x", sa.Integer),
    sa.Column("max_entries", sa.Integer),
    sa.Column("min_entrants", sa.Integer),
    sa.Column("prize_mode", sa.Text, nullable=False),
    sa.Column("prizes", sa.Text, nullable=False),
    sa.Column("shares_bps", sa.Text, nullable=False),
    sa.Column("guarantee_chips", sa.BigInteger, nullable=False),
    sa.Column("pool_bps", sa.Integer),
    sa.Column("saved_at_ms", sa.BigInteger, nullable=False),
    sa.Column("in_pairs", sa.Integer, nullable=False, server_default="0"),
    sa.Column("overtime_min", sa.Integer),
    sa.Column("due_at_ms", sa.BigInteger),
    sa.Column("seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("reason", sa.Text),
    sa.Column("state_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("settled_at_ms", sa.BigInteger),
    sa.Column("paid_at_ms", sa.BigInteger),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("made_by", sa.Text),
    sa.Column("maker", sa.Text, nullable=False, server_default=""),
    sa.Column("audience", sa.Text, nullable=False, server_default="all"),
    sa.Column("company_id", sa.Text),
    sa.Column("places", sa.Integer),
    sa.CheckConstraint("opens_at_ms < starts_at_ms AND starts_at_ms < ends_at_ms", name="competitions_in_time"),
    sa.CheckConstraint("price_chips >= 0", name="competitions_price"),
    sa.Index("competitions_by_start", "starts_at_ms"),
    sa.Index("competitions_by_due", "due_at_ms"),
    sa.Index("competitions_by_maker", "made_by"),
    sa.Index("competitions_by_company", "company_id"),
)
"""`made_by`: the account of a player's own competition, `maker` its name; `places`: for how many players it is."""

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("competition_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("entry_order", sa.BigInteger, nullable=False),
    sa.Column("disqualified", sa.Text),
    sa.Column("last_opponents", sa.Text, nullable=False),
    sa.Index("entrants_by_account", "account"),
)
"""`entry_order`: the moment of the first entry. `disqualified`: why, or null."""

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("competition_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("command_id", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
    sa.Index("entries_by_command", "account", "command_id"),
    sa.Index("entries_by_state", "state", "asked_at_ms"),
)

waiting = sa.Table(
    "waiting",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("competition_id", sa.Text, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("elo", sa.Integer, nullable=False),
    sa.Index("waiting_by_competition", "competition_id"),
)
"""One place in all competitions for each player."""

games = sa.Table(
    "games",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("competition_id", sa.Text, nullable=False),
    sa.Column("match_id", sa.Text),
    sa.Column("shard", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("called_at_ms", sa.BigInteger, nullable=False),
    sa.Column("waited_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Column("result", sa.Text),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Index("games_by_competition", "competition_id", "called_at_ms"),
)

players = sa.Table(
    "game_players",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("competition_id", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("elo", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("margin", sa.Integer),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Index("game_players_by_player", "competition_id", "account"),
)
_runs = players.c.state == "running"
sa.Index("game_players_running", players.c.account, postgresql_where=_runs, sqlite_where=_runs)
"""`state`: `running`, `counted` (points and margin are there) or `returned` (the game is given back)."""

prizes = sa.Table(
    "prizes",
    metadata,
    sa.Column("competition_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("chips", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False, server_default="paid"),
    sa.Column("since_ms", sa.BigInteger, nullable=False, server_default="0"),
)
_waits = prizes.c.state == "review"
sa.Index("prizes_in_review", prizes.c.competition_id, postgresql_where=_waits, sqlite_where=_waits)
"""The prizes that count, of everybody who is ranked in a settled competition. `state`: `paid` (or ordered), in `review`
since `since_ms`, or `refused` after one."""

account_standings = sa.Table(
    "account_standings",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("blocked", sa.Integer, nullable=False),
    sa.Column("suspensions", sa.Text, nullable=False),
)
"""Exclusions of accounts now or later, by moderation's last event (`seq`)."""

exclusions = sa.Table(
    "exclusions",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger),
)
"""Not used any more: the wallet takes nothing from players who have excluded themselves."""

early_corrections = sa.Table(
    "early_corrections",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Corrections of matches that are not known (yet): of a competition's game its result may come later."""

operator_commands = sa.Table(
    "operator_commands",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("command_id", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
)
"""Written by earlier releases. Nothing reads it any more; it can be dropped once none of them runs."""

templates = sa.Table(
    "templates",
    metadata,
    sa.Column("template_id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("every", sa.Text, nullable=False),
    sa.Column("definition", sa.Text, nullable=False),
    sa.Column("lead_ms", sa.BigInteger, nullable=False),
    sa.Column("made", sa.Integer, nullable=False),
    sa.Column("active", sa.Integer, nullable=False),
    sa.Column("in_pairs", sa.Integer, nullable=False),
    sa.Column("due_at_ms", sa.BigInteger),
    sa.Column("recurrence", sa.Text),
    sa.Column("announce_at_ms", sa.BigInteger),
    sa.Column("failed_since_ms", sa.BigInteger),
    sa.Column("saved_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("templates_by_due", "due_at_ms"),
    sa.Index("templates_by_announcement", "announce_at_ms"),
)
"""`recurrence`: null for the rule that is `every` alone, in UTC. `due_at_ms` was that of earlier releases, whose
processes announce nothing any more."""

template_dates = sa.Table(
    "template_dates",
    metadata,
    sa.Column("template_id", sa.Text, primary_key=True),
    sa.Column("local_date", sa.Text, primary_key=True),
    sa.Column("competition_id", sa.Text, nullable=False),
)
"""The competition of each date of a template: there is never a second one."""

calendar_feeds = sa.Table(
    "calendar_feeds",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Index("calendar_feeds_by_token", "token_hash", unique=True),
)
"""Secret addresses at which other calendars read a player's own; of the secret its hash alone."""

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("line_id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("competition_id", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Index("audit_by_competition", "competition_id"),
)
