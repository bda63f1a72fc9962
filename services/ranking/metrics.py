"""Metrics of ranking."""

from prometheus_client import Counter, Gauge, Histogram

matches = Counter("kafeneio_ranking_matches", "Finished matches heard of, by outcome of the rating", ["outcome"])
"""`rated`, `unchanged` (no rating moves), `not_rated` (of a kind that is not), `repeated`, `corrected`,
`unrated_players` (not rated because of the players: one person, the limit of pairs, a guest), `unrated_later` (that
came out afterwards), `bots` (in the bots' ladder alone)."""
board_matches = Counter(
    "kafeneio_ranking_board_matches", "Matches in periods of boards, by what became of them", ["outcome"]
)
"""`counted`, `pair_limit` (a player has met a household too often), `one_household` (opponents are of one)."""
periods = Counter("kafeneio_ranking_periods", "Periods of boards, by what happened to them", ["event"])
"""`begun`, `closed`, `paid`."""
periods_overdue = Gauge("kafeneio_ranking_periods_overdue", "Periods that should have been closed and are not")
"""Counted from the grace for late events on, and the time between two looks of the clock."""
close_seconds = Histogram(
    "kafeneio_ranking_close_seconds",
    "How long closing a period took",
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30),
)
prizes_unpaid = Gauge("kafeneio_ranking_prizes_unpaid", "Prizes that were ordered from the wallet and are not paid")
prizes_unpaid_age = Gauge("kafeneio_ranking_prizes_unpaid_age_seconds", "How long the oldest of them has waited")
prizes_refused = Gauge("kafeneio_ranking_prizes_refused", "Prizes that the wallet has refused")
prizes_in_review = Gauge("kafeneio_ranking_prizes_in_review", "Prizes that wait for a review of their winner")
prizes_in_review_age = Gauge("kafeneio_ranking_prizes_in_review_age_seconds", "How long the oldest of them has waited")
reviewed_prizes = Counter(
    "kafeneio_ranking_reviewed_prizes", "Prizes that waited for a review, by its end", ["outcome"]
)
"""`ordered`, `review_sanctioned`, `review_expired`."""
classification_wrong = Gauge(
    "kafeneio_ranking_classification_wrong", "PRs whose stored number of players is not the number of their rows"
)
pr_wrong = Gauge("kafeneio_ranking_pr_wrong", "Players whose PR is not the sum of what their matches did to it")
places_wrong = Gauge(
    "kafeneio_ranking_places_wrong", "Open periods whose ranges do not add up to the number of their rows"
)
badges = Counter("kafeneio_ranking_badges", "Badges, by what became of them", ["badge", "outcome"])
"""`earned`, `taken_back` (a correction has removed the deed)."""
badges_waiting_age = Gauge(
    "kafeneio_ranking_badges_waiting_age_seconds", "How long the oldest account with new deeds waits for its badges"
)
clock_failures = Counter("kafeneio_ranking_clock_failures", "Looks of ranking's clock that failed")
