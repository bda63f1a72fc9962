"""Moderation's tables."""

import sqlalchemy as sa

from services.moderation.audit import chain as audit

metadata = sa.MetaData()

cards = sa.Table(
    "cards",
    metadata,
    sa.Column("card_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("colour", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("match_id", sa.Text),
    sa.Column("hand", sa.Integer),
    sa.Column("seq", sa.Integer),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("given_by", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("suspension_id", sa.Text),
    sa.Index("cards_by_account", "account", "state"),
)
"""`suspension_id`: the suspension that a consumed card has made."""

suspensions = sa.Table(
    "suspensions",
    metadata,
    sa.Column("suspension_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("cause", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("from_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("given_by", sa.Text, nullable=False, server_default=audit.SYSTEM),
    sa.Column("decided_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("suspensions_by_account", "account", "until_ms"),
)
"""`given_by`, `decided_at_ms`: who has decided it, and when: appeals are counted from then."""

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("from_ms", sa.BigInteger, nullable=False),
    sa.Column("given_by", sa.Text, nullable=False, server_default=audit.SYSTEM),
    sa.Column("block_id", sa.Text, nullable=False, server_default=""),
)
"""Permanently blocked accounts."""

roles = sa.Table(
    "roles",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

erased_accounts = sa.Table("erased_accounts", metadata, sa.Column("account", sa.Text, primary_key=True))
"""Accounts that were erased, by their ids alone: facts that come later leave nothing about them."""

service_accounts = sa.Table(
    "service_accounts",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("removed_at_ms", sa.BigInteger),
    sa.Index("service_accounts_by_owner", "owner"),
)
"""Accounts in whose names other systems act, and who answers for them. Their names are never used again."""

audit_log = sa.Table(
    "audit_log",
    metadata,
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("object", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("before", sa.Text, nullable=False),
    sa.Column("after", sa.Text, nullable=False),
    sa.Column("prev_hash", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Index("audit_log_by_subject", "subject", "seq"),
    sa.Index("audit_log_by_time", "at_ms"),
)
"""The chain of RULES.md §10; the database lets nobody change it."""

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("message_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("sent_by", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("code", sa.Text),
    sa.Column("params", sa.Text, nullable=False, server_default="{}"),
    sa.Index("letters_by_account", "account", "at_ms"),
)
"""Messages from the Administrator (messages/use_cases.py); `account` null: to everybody."""

openings = sa.Table(
    "openings",
    metadata,
    sa.Column("message_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("read_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ack_at_ms", sa.BigInteger),
)
"""Who has opened and acknowledged which message."""

_OPEN = sa.text("closed_at_ms IS NULL")
_UNTOLD = sa.text("seq = 0")

cases = sa.Table(
    "cases",
    metadata,
    sa.Column("case_id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("evidence", sa.Text, nullable=False),
    sa.Column("evidence_count", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Column("closed_by", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Index("cases_open", "kind", "players", unique=True, postgresql_where=_OPEN, sqlite_where=_OPEN),
)
"""Cases opened by signals (cases/use_cases.py): the same players and kind have one open case at a time.
`evidence_count` is how much there has ever been; `evidence` is a list that releases before 0010 have written."""

case_evidence = sa.Table(
    "case_evidence",
    metadata,
    sa.Column("case_id", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.Text, nullable=False),
    sa.Column("of", sa.Text, nullable=False, server_default=""),
)
"""The newest evidence of each case, in as many places as are kept; `number` counts from the case's first. `of`: the
observation at which it was raised (windows.py), by which it is withdrawn."""

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("kinds", sa.Text, nullable=False),
    sa.Index("reviews_untold", "seq", postgresql_where=_UNTOLD, sqlite_where=_UNTOLD),
)
"""The kinds of open cases about an account for which prizes wait (case_rows.py), as JSON. `seq` counts the changes;
0: not yet published."""

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("mute_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Index("mutes_by_account", "account", "seq"),
)
"""Mutes of the chat (sanctions/mutes.py); `seq`: the audit log's line. An account's newest mute counts."""

_UNDECIDED = sa.text("decided_at_ms IS NULL")

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("report_id", sa.Text, primary_key=True),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("reported", sa.Text, nullable=False),
    sa.Column("category", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("context", sa.Text, nullable=False),
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("seated", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("times_reported", sa.Integer, nullable=False),
    sa.Column("decision", sa.Text),
    sa.Column("permanent", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("decided_at_ms", sa.BigInteger),
    sa.Column("decided_by", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Column("company", sa.Text),
    sa.Index("reports_by_reported", "reported", "at_ms"),
    sa.Index("reports_by_reporter", "reporter", "at_ms"),
    sa.Index("reports_undecided", "at_ms", postgresql_where=_UNDECIDED, sqlite_where=_UNDECIDED),
)
"""Reports (report_rows.py). `context`, `lines` and `seated` are JSON; `company`: the one that a report is about."""
sa.Index("reports_by_company", reports.c.company, postgresql_where=reports.c.company.is_not(None))

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("order_id", sa.Text, primary_key=True),
    sa.Column("ordered_by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("operation", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("detail", sa.Text, nullable=False, server_default="null"),
    sa.Column("answered_at_ms", sa.BigInteger),
    sa.Index("orders_by_time", "at_ms"),
)
"""Orders of operators and their outcomes (order_rows.py). `operation` and `detail` are JSON."""

operator_settings = sa.Table(
    "operator_settings",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Moderation's settings that operators have changed; the others are as they came with the process."""

announced_settings = sa.Table(
    "announced_settings",
    metadata,
    sa.Column("service", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
)
"""The settings of the other services, as JSON, as they have last announced them."""

_OF_PLACES = sa.text("kind IN ('device', 'address')")
_INDIVIDUAL = sa.text("kind = 'individual'")

observations = sa.Table(
    "observations",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True),
    sa.Column("about", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.Column("squares", sa.BigInteger, nullable=False),
    sa.Index("observations_by_time", "kind", "account", "at_ms"),
    sa.Index("observations_by_place", "kind", "other", postgresql_where=_OF_PLACES, sqlite_where=_OF_PLACES),
    sa.Index("observations_by_match", "about", postgresql_where=_INDIVIDUAL, sqlite_where=_INDIVIDUAL),
    sa.Index("observations_by_age", "at_ms", postgresql_using="brin"),
)
"""Observations that signals count (observation_rows.py)."""

observed_hours = sa.Table(
    "observed_hours",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("hour", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.Column("squares", sa.BigInteger, nullable=False),
)
"""The sums of some kinds of observations by the hour (since 1970) in which they were made."""

watches = sa.Table(
    "watches",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("undecided", sa.Integer, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
"""Accounts whose chat staff see live: while `undecided` reports of some categories wait, or until `until_ms` after a
warning. `seq` counts the changes."""

appeals = sa.Table(
    "appeals",
    metadata,
    sa.Column("appeal_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("of", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("decided_by", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text),
    sa.Column("until_ms", sa.BigInteger),
    sa.Column("ruled_at_ms", sa.BigInteger),
    sa.Column("ruled_by", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Index("appeals_of", "of", unique=True),
    sa.Index("appeals_by_account", "account"),
)
"""Appeals (appeal_rows.py); `of`: the suspension or block, which can be appealed against once."""

claims = sa.Table(
    "claims",
    metadata,
    sa.Column("about", sa.Text, primary_key=True),
    sa.Column("claimed_by", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
"""Who looks at what waits about an account (desk/use_cases.py)."""

staff_notes = sa.Table(
    "staff_notes",
    metadata,
    sa.Column("note_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("written_by", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("staff_notes_by_account", "account", "at_ms"),
)
"""Notes of staff about accounts."""

sole_decisions = sa.Table(
    "sole_decisions",
    metadata,
    sa.Column("decision_id", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("decided_by", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("agreed", sa.Boolean),
    sa.Column("reviewed_by", sa.Text),
    sa.Column("reviewed_at_ms", sa.BigInteger),
    sa.Index("sole_decisions_by_review", "reviewed_at_ms", "at_ms"),
)
"""Decisions about which a second person should have decided, and did not (RULES.md §15)."""

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("webhook_id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("topics", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("secret_by", sa.Text, nullable=False),
    sa.Column("old_secret", sa.Text, nullable=False),
    sa.Column("old_until_ms", sa.BigInteger, nullable=False),
    sa.Column("cursor", sa.Text, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("held_until_ms", sa.BigInteger, nullable=False),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    sa.Column("delivered", sa.BigInteger, nullable=False),
    sa.Column("failing_since_ms", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("next_try_at_ms", sa.BigInteger),
    sa.Column("last_error", sa.Text, nullable=False),
    sa.Index("webhooks_by_owner", "owner"),
)
"""Webhooks (webhooks/rows.py). `topics` is JSON; secrets are sealed, `secret_by` is the id of the request that made the
present one; `holder`, `held_until_ms`: the process that delivers; `epoch` counts changes and holders."""

webhook_deliveries = sa.Table(
    "webhook_deliveries",
    metadata,
    sa.Column("webhook_id", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("topic", sa.Text, nullable=False),
    sa.Column("cursor", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("status", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("took_ms", sa.BigInteger, nullable=False),
)
"""The newest tries of each webhook."""
