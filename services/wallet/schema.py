"""The wallet's tables.

`transfers` and `batches` are only ever added to; the database itself refuses anything else (migrations/). What an
account has is kept beside them, so that nobody need add up a history:

* a guarded account (a player's, an escrow) is one row of `accounts`, locked by whoever moves its chips;
* a house account has no row that two transactions could want at once: each adds a row with its change to `house`,
  and the account's balance is their sum. Folding (`rounds/rules.py`) keeps them few.
"""

import sqlalchemy as sa

metadata = sa.MetaData()

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("balance_chips", sa.BigInteger, nullable=False),
    sa.Column("chain", sa.Text, nullable=False, server_default=""),
    sa.CheckConstraint("balance_chips >= 0", name="accounts_not_overdrawn"),
)
"""Guarded accounts; `chain`: the head of the account's chain (chain.py). An escrow has a row only while it holds
something; a house account's row is there for its chain alone, and its balance there is 0."""

house = sa.Table(
    "house",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("chips", sa.BigInteger, nullable=False),
)
"""Changes of house accounts, folded now and then."""

batches = sa.Table(
    "batches",
    metadata,
    sa.Column("idem", sa.Text, primary_key=True),
    sa.Column("body_sha256", sa.Text, nullable=False),
    sa.Column("reply", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("trace", sa.Text, nullable=False),
)

transfers = sa.Table(
    "transfers",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("idem", sa.Text, nullable=False),
    sa.Column("leg", sa.Integer, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("amount_chips", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("source_balance_chips", sa.BigInteger),
    sa.Column("target_balance_chips", sa.BigInteger),
    sa.Column("source_chain", sa.Text),
    sa.Column("target_chain", sa.Text),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("trace", sa.Text, nullable=False),
    sa.CheckConstraint("amount_chips > 0", name="transfers_positive"),
    sa.CheckConstraint("source <> target", name="transfers_move"),
    sa.Index("transfers_by_idem", "idem", "leg", unique=True),
    sa.Index("transfers_by_source", "source", "id"),
    sa.Index("transfers_by_target", "target", "id"),
)
"""`…_balance_chips`: what the transfer left on a guarded account. `…_chain`: the link it added to that
account's chain (chain.py). Along one account ids rise with time."""

stakes = sa.Table(
    "stakes",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("stake_chips", sa.BigInteger),
    sa.Column("rake_bps", sa.Integer),
    sa.Column("accounts", sa.Text),
    sa.Column("held_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("held_at_ms", sa.BigInteger),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Column("settlement", sa.Text),
    sa.Index(
        "stakes_open",
        "match_id",
        postgresql_where=sa.text("ended_at_ms IS NULL"),
        sqlite_where=sa.text("ended_at_ms IS NULL"),
    ),
)
"""What was frozen with a hold, and how it ended. A row without a hold is the mark of a match that ended before it."""

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("device", sa.Text, primary_key=True),
    sa.Column("accounts", sa.Integer, nullable=False),
)
"""How many accounts have been opened from a device, which is kept as the SHA-256 of its id."""

rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("round_id", sa.Text, primary_key=True),
    sa.Column("asked", sa.Text),
    sa.Column("bets", sa.Text),
    sa.Column("refused", sa.Text),
    sa.Column("held_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("held_at_ms", sa.BigInteger),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Index(
        "rounds_open",
        "round_id",
        postgresql_where=sa.text("ended_at_ms IS NULL"),
        sqlite_where=sa.text("ended_at_ms IS NULL"),
    ),
)
"""Rounds of house-banked games: what was asked (account → chips), what of it is held, why not the rest. It ends once,
at once where nothing could be held. Without `asked` it is the mark of a round that was void before its hold came."""
people = sa.Table(
    "people",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("birth_date", sa.Text, nullable=False, server_default=""),  # of older releases; nobody writes it
    sa.Column("device", sa.Text, nullable=False, server_default=""),
    sa.Column("email_key", sa.Text, nullable=False, server_default=""),
    sa.Column("code", sa.Text),
    sa.Column("avatar", sa.Text),
    sa.Column("item_at_ms", sa.BigInteger),
    sa.Column("free_ticket_at_ms", sa.BigInteger),
    sa.Column("care", sa.Text, nullable=False, server_default="{}"),
    sa.Column("session_device", sa.Text, nullable=False, server_default=""),
    sa.Column("session_address", sa.Text, nullable=False, server_default=""),
    sa.Column("debt_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("frozen", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("standing_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("person_key", sa.Text, nullable=False, server_default=""),
    sa.Column("email_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("erased_at_ms", sa.BigInteger),
    sa.Index("people_by_code", "code", unique=True),
    sa.Index(
        "people_erased",
        "erased_at_ms",
        postgresql_where=sa.text("erased_at_ms IS NOT NULL"),
        sqlite_where=sa.text("erased_at_ms IS NOT NULL"),
    ),
)
"""Stored facts about a player for the money rules. `device`: SHA-256; `care`: limits/protection.py as JSON;
`debt_chips`: the sum of what is owed for payments that were taken back; `email_at_ms`: since when `email_key` is the
mailbox. Of an erased account the row stays with what binds its person. Lock after payments and before accounts."""

person_keys = sa.Table(
    "person_keys",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("person_keys_by_account", "account"),
)
"""By which keyed hashes (persons/keys.py) the person behind an account is recognised, also after its erasure. `kind`:
`email`, a mailbox; `person`, name and birth date; `device`, device and birth date; `kept`, of an older release."""

account_devices = sa.Table(
    "account_devices",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, primary_key=True),
)
"""Every device that an account has been used on, as SHA-256."""

invites = sa.Table(
    "invites",
    metadata,
    sa.Column("invitee", sa.Text, primary_key=True),
    sa.Column("inviter", sa.Text),
    sa.Column("channel", sa.Text, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("inviter_chips", sa.BigInteger, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("invites_by_inviter", "inviter", "at_ms"),
)

tickets = sa.Table(
    "tickets",
    metadata,
    sa.Column("ticket", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("lottery", sa.Text, nullable=False),
    sa.Column("price_chips", sa.BigInteger, nullable=False),
    sa.Column("root", sa.Text, nullable=False),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.Text),
    sa.Column("draw", sa.Integer),
    sa.Column("prize_chips", sa.BigInteger),
    sa.Column("drawn_at_ms", sa.BigInteger),
    sa.Column("prizes", sa.Text),
    sa.Index("tickets_drawn", "account", "drawn_at_ms"),
    sa.Index(
        "tickets_open",
        "account",
        "lottery",
        unique=True,
        postgresql_where=sa.text("drawn_at_ms IS NULL"),
        sqlite_where=sa.text("drawn_at_ms IS NULL"),
    ),
)
"""`root` is secret, and sealed, until the ticket is drawn (lotteries/rules.py)."""

payments = sa.Table(
    "payments",
    metadata,
    sa.Column("payment", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("order_id", sa.Text, nullable=False),
    sa.Column("pack", sa.Text, nullable=False),
    sa.Column("chips", sa.BigInteger, nullable=False),
    sa.Column("price_cents", sa.BigInteger, nullable=False),
    sa.Column("provider", sa.Text, nullable=False),
    sa.Column("reference", sa.Text),
    sa.Column("other_reference", sa.Text),
    sa.Column("url", sa.Text),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    sa.Column("confirmed_at_ms", sa.BigInteger),
    sa.Column("reversed_at_ms", sa.BigInteger),
    sa.Column("taken_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("refunded_cents", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("dispute", sa.Text),
    sa.Column("debt_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("moves", sa.Integer, nullable=False, server_default="0"),
    sa.Column("forgiven_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("provider_facts", sa.Text),
    sa.Index("payments_by_order", "account", "order_id", unique=True),
    sa.Index("payments_by_account", "account", "created_at_ms"),
    sa.Index("payments_by_reference", "reference"),
    sa.Index(
        "payments_open",
        "created_at_ms",
        postgresql_where=sa.text("state = 'pending'"),
        sqlite_where=sa.text("state = 'pending'"),
    ),
    sa.Index("payments_by_other_reference", "other_reference"),
)

avatars = sa.Table(
    "avatars",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("avatar", sa.Text, primary_key=True),
    sa.Column("order_id", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

gifts = sa.Table(
    "gifts",
    metadata,
    sa.Column("gift", sa.Text, primary_key=True),
    sa.Column("order_id", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("item", sa.Text, nullable=False),
    sa.Column("from_seat", sa.Integer, nullable=False),
    sa.Column("to_seat", sa.Integer, nullable=False),
    sa.Column("giver", sa.Text, nullable=False),
    sa.Column("receiver", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("match_id", sa.Text, nullable=False, server_default=""),
    sa.Index("gifts_by_order", "giver", "order_id", unique=True),
    sa.Index("gifts_by_table", "table_id", "at_ms"),
    sa.Index("gifts_by_receiver", "receiver", "at_ms"),
)

competition_entries = sa.Table(
    "competition_entries",
    metadata,
    sa.Column("competition_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("held_chips", sa.BigInteger, nullable=False),
    sa.Column("held_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Column("refusal", sa.Text),
    sa.Index("competition_entries_by_account", "account"),
)
"""What competitions' escrows hold: an entry's price until it is refunded or its competition is paid. `refusal` (JSON):
why nothing was taken for an entry, nor ever will be."""

pair_wins = sa.Table(
    "pair_wins",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("pair", sa.Text, primary_key=True),
    sa.Column("net_chips", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("pair_wins_by_pair", "pair", "at_ms"),
    sa.Index("pair_wins_by_time", "at_ms"),
)
"""Settled matches of the last days, by pair of players: what the first of the pair, by name, has won from the other."""

first_chips = sa.Table(
    "first_chips",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("welcome_chips", sa.BigInteger),
    sa.Column("inviter", sa.Text),
    sa.Column("inviter_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("invitee_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("email_key", sa.Text, nullable=False, server_default=""),
    sa.Column("paid_at_ms", sa.BigInteger),
    sa.Column("withheld", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Chips of a new account that wait until its e-mail is confirmed: `welcome_chips` is null until the registration
arrives, `email_key` empty until the confirmation does; the second of the two pays, or withholds them (`withheld`) from
a person who has had such chips before. An account from before the setting has no row."""

network_counts = sa.Table(
    "network_counts",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("network", sa.Text, primary_key=True),
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Index("network_counts_by_day", "day"),
)
"""How often something was given to a network on a UTC day (days since 1970). A network is the hash of an IPv4 address
or an IPv6 /64; no account is named, so an erasure changes nothing here."""

kept_keys = sa.Table(
    "kept_keys",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("exclusion", sa.Text, nullable=False, server_default=""),  # of older releases; nobody writes it
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Persons as keyed hashes (persons/keys.py), kept beyond erasure. `kind`: `welcomed`, who has had first chips."""

early_leaves = sa.Table(
    "early_leaves",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("network", sa.Text, nullable=False, server_default=""),
    sa.Index("early_leaves_by_account", "account", "at_ms"),
    sa.Index("early_leaves_by_device", "device", "at_ms"),
    sa.Index("early_leaves_by_network", "network", "at_ms"),
    sa.Index("early_leaves_by_time", "at_ms"),
)
"""Departures before the first round that cost nothing (RULES.md §10)."""

corrections = sa.Table(
    "corrections",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("ordered_by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("settlement", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Results that operators have replaced."""

credit_days = sa.Table(
    "credit_days",
    metadata,
    sa.Column("caller", sa.Text, primary_key=True),
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("chips", sa.BigInteger, nullable=False),
)
"""What other systems have credited on a UTC day (days since 1970)."""

asked_credits = sa.Table(
    "asked_credits",
    metadata,
    sa.Column("caller", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("chips", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("approved_by", sa.Text),
    sa.Column("approved_at_ms", sa.BigInteger),
)
"""Credits of other systems that need a second caller's approval."""

_HAS_DUE, _IS_HELD = sa.text("due_at_ms IS NOT NULL"), sa.text("state = 'held'")

visited_matches = sa.Table(
    "visited_matches",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("trace", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("due_at_ms", sa.BigInteger),
    sa.Column("error", sa.Text),
    sa.Column("blamed", sa.Text),
    sa.Index("visited_matches_due", "due_at_ms", postgresql_where=_HAS_DUE, sqlite_where=_HAS_DUE),
)
"""Matches here with players of other cells: what the table has asked, and until when their homes may answer. `state`:
`waiting`, then `held`, `refused` (`error`, `blamed`) or `ended`. Lock before `stakes`."""

visiting_stakes = sa.Table(
    "visiting_stakes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("cell", sa.Text, nullable=False),
    sa.Column("accounts", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("net_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Index("visiting_stakes_by_match", "match_id"),
    sa.Index("visiting_stakes_closed", "cell", "closed_at_ms"),
)
"""Of each of these matches and each home cell (`id`: both): its players, and how far their stakes are: `asked`, `held`,
`refused`, `released`, `settled`. `net_chips`: payouts less stakes. Lock after the match's row."""

away_stakes = sa.Table(
    "away_stakes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("cell", sa.Text, nullable=False),
    sa.Column("accounts", sa.Text, nullable=False),
    sa.Column("stake_chips", sa.BigInteger, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("blamed", sa.Text),
    sa.Column("payouts", sa.Text),
    sa.Column("net_chips", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Index("away_stakes_held", "id", postgresql_where=_IS_HELD, sqlite_where=_IS_HELD),
    sa.Index("away_stakes_closed", "cell", "closed_at_ms"),
)
"""Matches in other cells (`id`: cell and match) with players who are at home here: `held`, `refused` (`error`,
`blamed`), `released`, `settled`. `closed_at_ms` is the other cell's, so that both count the same matches."""

cell_statements = sa.Table(
    "cell_statements",
    metadata,
    sa.Column("cell", sa.Text, primary_key=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("matches", sa.BigInteger, nullable=False),
    sa.Column("net_chips", sa.BigInteger, nullable=False),
)
"""By other cell: its newest statement, and by how many matches and chips it differed from what we counted then."""
