"""Ranking's tables."""

import sqlalchemy as sa

metadata = sa.MetaData()

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("peak", sa.Integer, nullable=False),
    sa.Column("updated_at_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False, server_default="0"),
)
"""General Elo; an account without a rated match has no row."""

rated_matches = sa.Table(
    "rated_matches",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("inputs", sa.Text, nullable=False),
    sa.Column("changes", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("correction", sa.Text),
    sa.Column("corrected", sa.Text),
    sa.Column("effects", sa.Text),
)
"""What each rated match was computed from (`Inputs`), and what it did to whom; of a corrected one the newest correction
as it was received, and what the match has done since. With `inputs` null it is the mark of a correction that came
first. `effects`: what it did to boards and classification (`Effects`), as it counts now."""

people = sa.Table(
    "people",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
    sa.Column("suspensions", sa.Text, nullable=False, server_default="[]"),
    sa.Column("standing_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("excluded_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("excluded_until_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("blocked", sa.Integer, nullable=False, server_default="0"),
    sa.Column("closed", sa.Integer, nullable=False, server_default="0"),
)
"""The accounts' names, as of their last match, and their exclusions from prizes and classification, with the end."""

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("definition", sa.Text, nullable=False),
    sa.Column("active", sa.Integer, nullable=False),
    sa.Column("updated_at_ms", sa.BigInteger, nullable=False),
)
"""What operators, or the platform itself, have defined (`leaderboards.Board`)."""

board_periods = sa.Table(
    "board_periods",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("board", sa.Text, nullable=False),
    sa.Column("period", sa.Text, nullable=False),
    sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
    sa.Column("definition", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Column("players", sa.Integer, nullable=False, server_default="0"),
    sa.Index("board_periods_by_name", "board", "period", unique=True),
    sa.Index("board_periods_by_state", "state", "ends_at_ms"),
)
"""Periods, each with its board's definition as it was when it began. From `closed_at_ms` on places are final;
`players` is then their number."""

board_players = sa.Table(
    "board_players",
    metadata,
    sa.Column("period_id", sa.Integer, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("last_end_ms", sa.BigInteger, nullable=False),
    sa.Column("place_key", sa.Text, nullable=False),
    sa.Index("board_players_by_place", "period_id", "place_key", unique=True),
)
"""Everybody with a counted match in a period; `place_key` sorts them (`leaderboards.place_key`)."""

board_ranges = sa.Table(
    "board_ranges",
    metadata,
    sa.Column("period_id", sa.Integer, primary_key=True),
    sa.Column("low", sa.Text, primary_key=True),
    sa.Column("players", sa.Integer, nullable=False),
)
"""How many players of a period have a place key from `low` up to the next row's: a place is a sum over few rows and a
count within one range, however many players there are."""

board_pairs = sa.Table(
    "board_pairs",
    metadata,
    sa.Column("period_id", sa.Integer, primary_key=True),
    sa.Column("pair", sa.Text, primary_key=True),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("one", sa.Text, nullable=False, server_default=""),
    sa.Column("other", sa.Text, nullable=False, server_default=""),
    sa.Column("counted", sa.Text, nullable=False, server_default="[]"),
    sa.Index("board_pairs_by_one", "one", "period_id"),
    sa.Index("board_pairs_by_other", "other", "period_id"),
)
"""Counted matches of two opponents (`account|account`, in order) against each other. `counted`: which (JSON: id and
end of each), so that they can be taken out again."""

audits_due = sa.Table(
    "audits_due",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
)
"""Accounts of whose person something has become known: the clock looks whether matches count that must not."""

friendly_pairs = sa.Table(
    "friendly_pairs",
    metadata,
    sa.Column("day_pair", sa.Text, primary_key=True),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Index("friendly_pairs_by_day", "day"),
)
"""Rated friendly matches of two players (`day|account|account`) that ended on a UTC day (since 1970)."""

board_prizes = sa.Table(
    "board_prizes",
    metadata,
    sa.Column("period_id", sa.Integer, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("chips", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("ordered_at_ms", sa.BigInteger, nullable=False),
    sa.Index("board_prizes_by_state", "state", "ordered_at_ms"),
    sa.Index("board_prizes_by_account", "account"),
)
"""Prizes: in `review` while a case is open, `ordered` from the wallet, `paid`, or the code with which it was refused
(of the wallet, or `review_sanctioned`, `review_expired`)."""

classified = sa.Table(
    "classified",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("pr", sa.Integer, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("blocked", sa.Integer, nullable=False, server_default="0"),
    sa.Column("quintile", sa.Integer),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Index("classified_by_quintile", "quintile", "pr", "account"),
    sa.Index("classified_by_pr", "pr", "account"),
)
"""PR of everybody with a dominoes match; `quintile` as it was last published, null outside the population."""

pr_counts = sa.Table(
    "pr_counts",
    metadata,
    sa.Column("pr", sa.Integer, primary_key=True),
    sa.Column("members", sa.Integer, nullable=False),
)
"""How many members of the population have a PR."""

recorded_matches = sa.Table(
    "recorded_matches",
    metadata,
    sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Index("recorded_matches_by_match", "match_id", unique=True),
)
"""Matches as statistics show them (`records.RecordedMatch`), in one growing series."""

recorded_players = sa.Table(
    "recorded_players",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("elo_delta", sa.Integer, nullable=False),
    sa.Column("elo_after", sa.Integer, nullable=False),
    sa.Column("pr_delta", sa.Integer),
    sa.Column("pr_after", sa.Integer),
    sa.Column("quintile_after", sa.Integer),
    sa.Index("recorded_players_by_end", "account", "ended_at_ms"),
    sa.Index("recorded_players_by_game", "account", "game", "ended_at_ms"),
    sa.Index("recorded_players_by_match", "match_id"),
)
"""The players of recorded matches, and their ratings after each."""

match_chips = sa.Table(
    "match_chips",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("payouts", sa.Text, nullable=False),
)
"""The chips that the wallet paid each account of a match, by its newest report."""

active_days = sa.Table(
    "active_days",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Index("active_days_by_day", "day"),
)
"""The platform's days on which an account has played a match with people or solved a problem."""

deeds = sa.Table(
    "deeds",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("source", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("counts", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("stayed", sa.Integer, nullable=False),
    sa.Column("deeds", sa.Text, nullable=False),
    sa.Index("deeds_by_source", "source"),
)
"""What matches, and problems of the day, say of an account (`badges.rules.MatchDeeds`). Each is kept for 60 days, and
for longer if a badge needs it."""

badges = sa.Table(
    "badges",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("badge", sa.Text, primary_key=True),
    sa.Column("earned_at_ms", sa.BigInteger, nullable=False),
)
"""The badges that these deeds have earned, as of the clock's last look at the account."""

badges_due = sa.Table(
    "badges_due",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
)
"""Accounts with deeds that are new or have changed: the clock looks at their badges."""
