"""The tables of the lobby's schema, as of its newest migration."""

import sqlalchemy as sa

from services.lobby.companies.history_rows import metadata

players = sa.Table(
    "players",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False, unique=True),
    sa.Column("name_look", sa.Text, nullable=False, server_default="", index=True),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    sa.Column("elo", sa.Integer),
    sa.Column("status", sa.Text, nullable=False, server_default="absent"),
    sa.Column("login_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("gateway", sa.Text),
    sa.Column("conn", sa.BigInteger),
    sa.Column("handover_until_ms", sa.BigInteger),
    sa.Column("part", sa.Text),
    sa.Column("table_id", sa.Text),
    sa.Column("match_paused", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("rated_games", sa.Integer, nullable=False, server_default="0"),
    sa.Column("yellow_cards", sa.Integer, nullable=False, server_default="0"),
    sa.Column("blue_cards", sa.Integer, nullable=False, server_default="0"),
    sa.Column("cards_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("photo", sa.Text),
    sa.Column("avatar", sa.Text),
    sa.Column("avatar_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("quintile", sa.Integer),
    sa.Column("quintile_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("hall", sa.Integer, nullable=False, server_default="1"),
    sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("practising", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seen_at_ms", sa.BigInteger, nullable=False, server_default="0"),
)
"""Every player and their connection. A player's row exists as long as the account, so it can be locked."""
sa.Index("players_by_hall", players.c.hall, players.c.status, postgresql_where=players.c.status != "absent")
sa.Index("players_by_gateway", players.c.gateway, postgresql_where=players.c.gateway.is_not(None))
sa.Index("players_by_table", players.c.table_id, postgresql_where=players.c.table_id.is_not(None))
sa.Index("players_in_handover", players.c.handover_until_ms, postgresql_where=players.c.handover_until_ms.is_not(None))

credentials = sa.Table(
    "credentials",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("email", sa.Text, nullable=False, unique=True),
    sa.Column("password_hash", sa.Text, nullable=False),
    sa.Column("birth_date", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("registered_on", sa.Text, nullable=False),
    sa.Column("terms", sa.Integer),
    sa.Column("email_confirmed_at_ms", sa.BigInteger),
    sa.Column("keys_published", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("credentials_by_address", "address", "registered_on"),
    sa.Index(
        "credentials_unpublished",
        "account",
        postgresql_where=sa.text("NOT keys_published"),
        sqlite_where=sa.text("NOT keys_published"),
    ),
)
"""Private data of accounts, apart from the rows that every list reads. `registered_on`: UTC date. `terms`: the
accepted version; null: from before they were counted. `keys_published`: other services know all keys of the
person. Without an address `email` is the account's own id, which no address is; without a password its hash is
empty."""

guest_accounts = sa.Table(
    "guest_accounts",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("key_hash", sa.Text, nullable=False, unique=True),
    sa.Column("terms", sa.Integer, nullable=False),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_at_ms", sa.BigInteger, nullable=False),
    sa.Index("guest_accounts_by_visit", "seen_at_ms"),
)
"""Accounts without credentials: entered by a key of their browser, erased when it is no longer used."""

visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("terms", sa.Integer),
    sa.Column("chips", sa.BigInteger, nullable=False),
    sa.Column("visited_at_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_at_ms", sa.BigInteger, nullable=False),
    sa.Index("visitors_by_visit", "seen_at_ms"),
)
"""Accounts that are at home in another cell; `chips`: at home at the last visit's beginning."""

used_passes = sa.Table(
    "used_passes",
    metadata,
    sa.Column("home", sa.Text, primary_key=True),
    sa.Column("nonce", sa.Text, primary_key=True),
    sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
    sa.Index("used_passes_by_time", "expires_at_ms"),
)
"""Passes of other cells with which a visit has begun, until they have expired."""

terms = sa.Table(
    "terms",
    metadata,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("posted_at_ms", sa.BigInteger, nullable=False),
    sa.Column("changes", sa.Text, nullable=False),
)
"""Versions of the terms and rules after the first; `changes`: language → words, as JSON."""

lockouts = sa.Table(
    "lockouts",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Wrong passwords by account, or by the hash of a name that no account has."""

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    sa.Column("idle_ms", sa.BigInteger, nullable=False),
    sa.Column("runs_since_ms", sa.BigInteger),
    sa.Column("ended", sa.Text),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Column("notice_at_ms", sa.BigInteger),
    sa.Column("token_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("old_hash", sa.Text),
    sa.Column("old_until_ms", sa.BigInteger),
    sa.Column("old_renews", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("network", sa.Text, nullable=False, server_default=""),
    sa.Column("strong", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("unasked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("staff", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("session_id", sa.Text, nullable=False, server_default=""),
    sa.Column("passkey_at_ms", sa.BigInteger),
    sa.Column("personal_token", sa.Text),
    sa.Column("provider_at_ms", sa.BigInteger),
    sa.Column("device_class", sa.Text, nullable=False, server_default=""),
    sa.Index("sessions_by_device_class", "device_class", "created_at_ms"),
)
"""The tokens themselves are never stored; `session_id` stays while tokens change, and is empty in rows of the release
before; `old_…` is of the one before the present
(sessions/token_renewal.py). `idle_ms`, `runs_since_ms`: the inactivity timer (sessions/inactivity.py). `notice_at_ms`:
when the notice before house-banked games was acknowledged. `network`: networks.py; `strong`: opened with a second
factor; `staff`: of somebody who had a role then; `passkey_at_ms`, `provider_at_ms`: when a passkey was last
shown in it, and when a provider has last recognised its owner; `personal_token`: the id of the token that has opened
it."""
_LIVE = sessions.c.ended_at_ms.is_(None)
sa.Index("sessions_by_old", sessions.c.old_hash, postgresql_where=sessions.c.old_hash.is_not(None))
sa.Index("sessions_by_token", sessions.c.personal_token, postgresql_where=sessions.c.personal_token.is_not(None))
sa.Index("sessions_by_account", sessions.c.account, sessions.c.created_at_ms)
sa.Index("sessions_live", sessions.c.account, unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("gathering", sa.Text, nullable=False),
    sa.Column("names", sa.Text, nullable=False),
    sa.Column("shards", sa.Integer, nullable=False),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    sa.Column("due_at_ms", sa.BigInteger),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Column("pause_seq", sa.Integer, nullable=False, server_default="0"),
    sa.Column("house", sa.Text),
    sa.Column("hall", sa.Integer),
    sa.Column("company", sa.Text),
)
"""`gathering`: tables.OpenTable as JSON. `names`: account → name. `due_at_ms`: after this something runs out.
`pause_seq`: the table's version of the newest known pause. `house`: the key of a house-banked table that is kept
open. `hall`: null for those, which are listed in all halls. `company`: whose members alone see it."""
_OPEN_HOUSE = sa.and_(tables.c.house.is_not(None), tables.c.state != "closed")
sa.Index("tables_house", tables.c.house, unique=True, sqlite_where=_OPEN_HOUSE, postgresql_where=_OPEN_HOUSE)
sa.Index("tables_listed", tables.c.state, postgresql_where=tables.c.state != "closed")
sa.Index("tables_of_companies", tables.c.company, postgresql_where=tables.c.company.is_not(None))
sa.Index("tables_due", tables.c.due_at_ms, postgresql_where=tables.c.due_at_ms.is_not(None))

commands = sa.Table(
    "commands",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("command_id", sa.Text, primary_key=True),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("commands_by_time", "at_ms"),
)
"""The answers of commands, for when they are sent again."""

chat_lines = sa.Table(
    "chat_lines",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("room", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("chat_lines_by_room", "room", "id"),
    sa.Index("chat_lines_by_time", "at_ms"),
    sa.Index("chat_lines_by_account", "account", "id"),
)

chat_bans = sa.Table(
    "chat_bans",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
)
"""Mutes by staff, from moderation's events; `seq` orders the events of an account."""

chat_paces = sa.Table(
    "chat_paces",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("room", sa.Text, primary_key=True),
    sa.Column("pace", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("chat_paces_by_time", "at_ms"),
)
"""chat.Pace as JSON: how fast a player has been speaking in a room, and a mute that came of it."""

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("blocked", sa.Boolean, nullable=False),
    sa.Column("suspensions", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("colour", sa.Text, nullable=False),
)
"""Exclusions of accounts, from moderation's events (`seq`: the newest); `suspensions`: spans as JSON."""

watched = sa.Table(
    "watched",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("watched", sa.Boolean, nullable=False),
    sa.Column("until_ms", sa.BigInteger),
)
"""The accounts whose chat staff see live."""

staff = sa.Table(
    "staff",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("roles", sa.Text, nullable=False),
)
"""The roles of accounts, as JSON."""

warnings = sa.Table(
    "warnings",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("message_id", sa.Text, primary_key=True),
    sa.Column("acknowledged", sa.Boolean, nullable=False),
)
"""Warnings, which are acknowledged before the next seat."""

exports = sa.Table(
    "exports",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
    sa.Column("done_at_ms", sa.BigInteger),
    sa.Index("exports_by_account", "account"),
)
"""Exports of accounts' data."""

erasures = sa.Table(
    "erasures",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("asked_by", sa.Text, nullable=False),
    sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
    sa.Column("done_at_ms", sa.BigInteger),
)
"""Accounts that were erased; `id` is the receipt."""

parts = sa.Table(
    "parts",
    metadata,
    sa.Column("asked", sa.Text, primary_key=True),
    sa.Column("service", sa.Text, primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""The answers of services to an export or an erasure (`asked`: its id): their data as JSON, or `{}`."""

photos = sa.Table(
    "photos",
    metadata,
    sa.Column("photo", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False, unique=True),
    sa.Column("image", sa.LargeBinary, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Photos, small and without their files' metadata; `photo`: an id that nobody can guess."""

links = sa.Table(
    "links",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("email", sa.Text, nullable=False),
    sa.Column("sent_at_ms", sa.BigInteger, nullable=False),
    sa.Column("used_at_ms", sa.BigInteger),
    sa.Index("links_by_account", "account", "kind", "sent_at_ms"),
)
"""Links that were sent by mail, by the hash of their secret (links.py)."""

known_devices = sa.Table(
    "known_devices",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, primary_key=True),
    sa.Column("last_at_ms", sa.BigInteger, nullable=False),
)
"""Devices on which an account has logged in; wrong passwords of others lock nobody out of these."""

word_lists = sa.Table(
    "word_lists",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
)
"""Lists of words in chat that operators have changed; `seq`: of two the greater is newer."""

second_factors = sa.Table(
    "second_factors",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
)
"""factors.Factor as JSON."""

mails = sa.Table(
    "mails",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("mail", sa.Text, nullable=False),
    sa.Column("due_at_ms", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Index("mails_by_time", "due_at_ms"),
)
"""letters.Mail as JSON, until it is sent; `due_at_ms`: not before, which is also how one process claims it."""

registrations = sa.Table(
    "registrations",
    metadata,
    sa.Column("household", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("accounts", sa.Integer, nullable=False),
)
"""How many accounts a household (the hash of networks.py) has opened on a UTC date; kept beyond their erasure."""

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("blocked", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("blocks_by_blocked", "blocked"),
)
"""Players whose invitations, gifts and chat an account does not want."""

invitations_sent = sa.Table(
    "invitations_sent",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("invited", sa.Text, primary_key=True),
    sa.Column("inviter", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("invitations_sent_by_pair", "inviter", "at_ms"),
)
"""The invitations of the last hour, to count repetitions."""

seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("wishes", sa.Text, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("away_ms", sa.BigInteger),
    sa.Column("refused", sa.Text, nullable=False, server_default="{}"),
)
"""Players who look for a game. `wishes`: matching.Wish as JSON. `away_ms`: since when they are not connected.
`refused`: account → until when the wallet does not let the two play together, as JSON."""

seek_waits = sa.Table(
    "seek_waits",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("wish", sa.Text, nullable=False),
    sa.Column("wait_ms", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("seek_waits_by_wish", "wish", "at_ms"),
)
"""How long players waited who have found a game in the last hour; `wish`: matching.Wish as JSON."""

friends = sa.Table(
    "friends",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("friend", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("friends_by_friend", "friend"),
)
"""The relations of players (social/friend_rows.py). Two friends are two rows."""

private_lines = sa.Table(
    "private_lines",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("pair", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("receiver", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("private_lines_by_pair", "pair", "id"),
    sa.Index("private_lines_by_account", "account", "at_ms"),
    sa.Index("private_lines_by_receiver", "receiver"),
    sa.Index("private_lines_by_time", "at_ms"),
)
"""Messages between friends. `pair`: the two accounts in one text, the same for both (messages/rules.py)."""

conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True),
    sa.Column("last_id", sa.BigInteger, nullable=False),
    sa.Column("last_at_ms", sa.BigInteger, nullable=False),
    sa.Column("read_id", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("begun_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("conversations_by_other", "other"),
    sa.Index("conversations_by_time", "last_at_ms"),
)
"""Two rows for two friends who write: each with the newest line, the last line that the account has read, and when the
account itself began the conversation (0: it did not)."""

card_settings = sa.Table(
    "card_settings",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("last_seen", sa.Text, nullable=False),
)
"""What players have chosen about their cards (RULES.md §21); without a row the defaults hold."""

calls = sa.Table(
    "calls",
    metadata,
    sa.Column("call", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("friend", sa.Text),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("sent_at_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("taker", sa.Text),
    sa.Column("table_id", sa.Text),
    sa.Index("calls_by_account", "account"),
    sa.Index("calls_by_friend", "friend"),
    sa.Index("calls_by_taker", "taker"),
    sa.Index("calls_by_time", "until_ms"),
)
"""Invitations that wait (calls/rules.StoredCall); `options`: JSON, `call`: what a link names."""

security_log = sa.Table(
    "security_log",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("network", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Index("security_log_by_account", "account", "at_ms"),
    sa.Index("security_log_by_time", "at_ms"),
)
"""Security events (RULES.md §17). `account` is empty where a name belongs to no account; `network` as in
networks.network_of; `detail` is JSON without secrets."""

companies = sa.Table(
    "companies",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False, unique=True),
    sa.Column("joining", sa.Text, nullable=False),
    sa.Column("founded_at_ms", sa.BigInteger, nullable=False),
    sa.Column("picture", sa.Text),
    sa.Column("evening", sa.Text),
    sa.Column("evening_at_ms", sa.BigInteger),
    sa.Column("call_at_ms", sa.BigInteger),
    sa.Column("called_at_ms", sa.BigInteger),
    sa.Column("chat_closed_until_ms", sa.BigInteger, nullable=False, server_default="0"),
)
"""Companies of players (RULES.md §23); `name_key`: the name's look. `evening`: contract.Evening as JSON;
`evening_at_ms`: the one that comes next or is on; `call_at_ms`: when something about it is due; `called_at_ms`: the
last one to which members were called."""
sa.Index("companies_due", companies.c.call_at_ms, postgresql_where=companies.c.call_at_ms.is_not(None))

company_members = sa.Table(
    "company_members",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("joined_at_ms", sa.BigInteger, nullable=False),
    sa.Column("muted_until_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("company_members_by_account", "account"),
)
"""Who belongs to which company; one of each is its founder."""

company_comers = sa.Table(
    "company_comers",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("company_comers_by_account", "account"),
)
"""Members who come to the next evening of a company."""

company_candidates = sa.Table(
    "company_candidates",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("company_candidates_by_account", "account"),
    sa.Index("company_candidates_by_time", "at_ms"),
)
"""Players who were invited to a company (`by` a host) or have asked to join, with the refusals that still count."""

company_pictures = sa.Table(
    "company_pictures",
    metadata,
    sa.Column("picture", sa.Text, primary_key=True),
    sa.Column("company", sa.Text, nullable=False, unique=True),
    sa.Column("image", sa.LargeBinary, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Pictures of companies, stored as photos are."""
