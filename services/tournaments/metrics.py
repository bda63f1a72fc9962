"""Metrics of tournaments."""

from prometheus_client import Counter, Gauge, Histogram

competitions = Gauge("kafeneio_tournaments_competitions", "Competitions, by state", ["state"])
waiting = Gauge("kafeneio_tournaments_waiting", "Players who wait for a game")
longest_wait_s = Gauge(
    "kafeneio_tournaments_longest_wait_seconds", "How long somebody has waited where enough wait for a game"
)
overdue = Gauge("kafeneio_tournaments_overdue", "Competitions that have been due for a change of state for a minute")
unpaid = Gauge("kafeneio_tournaments_unpaid", "Competitions settled a minute ago whose prizes are not paid")
pending_entries = Gauge("kafeneio_tournaments_pending_entries", "Entries that the wallet has not answered")
series_failed = Gauge(
    "kafeneio_tournaments_series_failed", "Series whose next competition could not be announced for ten minutes"
)
series_announced = Counter("kafeneio_tournaments_series_announced", "Competitions that a series has announced")
reminded = Counter("kafeneio_tournaments_reminded", "Entrants reminded that their competition starts soon")
made = Counter("kafeneio_tournaments_made", "Competitions of players: made, started, called off, closed", ["deed"])
feeds = Gauge("kafeneio_tournaments_feeds", "Accounts whose calendar can be read from elsewhere")
feeds_changed = Counter("kafeneio_tournaments_feeds_changed", "Feeds of calendars made and ended", ["deed"])
feeds_read = Counter(
    "kafeneio_tournaments_feeds_read", "Readings of feeds, by outcome (`shown`, `unknown`)", ["outcome"]
)
entries = Counter(
    "kafeneio_tournaments_entries", "Entries, by outcome (`asked`, `paid`, `refunded` or the refusal)", ["outcome"]
)
games_called = Counter("kafeneio_tournaments_games_called", "Games called")
games_ended = Counter(
    "kafeneio_tournaments_games_ended", "Games over, by state (`counted`, `returned`, `void`)", ["state"]
)
not_seated = Counter("kafeneio_tournaments_not_seated", "Called players who were not there, by reason", ["reason"])
state_changes = Counter("kafeneio_tournaments_state_changes", "Changes of state, by the new one", ["state"])
prizes_chips = Counter("kafeneio_tournaments_prizes_chips", "Chips of prizes, by mode", ["mode"])
corrections = Counter("kafeneio_tournaments_corrections", "Changes of settled competitions", ["what"])
reviewed_prizes = Counter(
    "kafeneio_tournaments_reviewed_prizes", "Prizes that waited for a review, by its end", ["outcome"]
)
wait_seconds = Histogram(
    "kafeneio_tournaments_wait_seconds",
    "How long players waited for a game",
    buckets=(0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600),
)
pairing_seconds = Histogram(
    "kafeneio_tournaments_pairing_seconds",
    "Time of one pairing of a competition, its transaction included",
    buckets=(0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3),
)
loop_failures = Counter("kafeneio_tournaments_loop_failures", "Failures of the background, by task", ["task"])
pushes = Counter("kafeneio_tournaments_pushes", "Frames pushed to clients")
pushes_dropped = Counter(
    "kafeneio_tournaments_pushes_dropped", "Frames that could not be pushed: the broker was away, or too many waited"
)
