"""Metrics of the lobby."""

from prometheus_client import Counter, Gauge, Histogram

registrations = Counter("kafeneio_lobby_registrations", "Accounts made")
guest_accounts = Counter(
    "kafeneio_lobby_guest_accounts", "Guest accounts, by event: opened, entered, registered, erased", ["event"]
)
guest_accounts_kept = Gauge("kafeneio_lobby_guest_accounts_kept", "Guest accounts that there are")
passes = Counter(
    "kafeneio_lobby_visit_passes",
    "Passes to other cells, by cell and outcome: `issued` or why not",
    ["cell", "outcome"],
)
visits = Counter(
    "kafeneio_lobby_visits",
    "Visits from other cells, by home and outcome: `begun`, the refusal, or why a pass is invalid",
    ["home", "outcome"],
)
visitors = Gauge("kafeneio_lobby_visitors", "Players listed who are at home in another cell")
logins = Counter("kafeneio_lobby_logins", "Logins, by outcome (`ok` or the refusal)", ["outcome"])
security_events = Counter("kafeneio_lobby_security_events", "Events of the security log, by kind", ["kind"])
erasures_unlisted = Counter(
    "kafeneio_lobby_erasures_unlisted", "Erasures that could not be listed outside of the database"
)
sessions_ended = Counter("kafeneio_lobby_sessions_ended", "Sessions ended, by reason", ["reason"])
conduct_unanswered = Counter(
    "kafeneio_lobby_conduct_unanswered", "Logins that passed because moderation did not answer in time"
)
password_seconds = Histogram(
    "kafeneio_lobby_password_seconds",
    "Time of a password check, waiting included",
    buckets=(0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2),
)
passwords_refused = Counter("kafeneio_lobby_passwords_refused", "Password checks refused because too many waited")
mails = Counter("kafeneio_lobby_mails", "Mails, by outcome: sent, failed (tried again), given_up", ["outcome"])
mails.labels("given_up")  # counted from nought: an alert would not see a first one that makes its own series
mails_waiting = Gauge("kafeneio_lobby_mails_waiting", "Mails that wait to be sent")
players = Gauge("kafeneio_lobby_players", "Players listed, by status", ["status"])
tables = Gauge("kafeneio_lobby_tables", "Tables listed, by state", ["state"])
tables_created = Counter("kafeneio_lobby_tables_created", "Tables opened", ["game"])
tables_started = Counter("kafeneio_lobby_tables_started", "Tables started", ["game"])
tables_refused = Counter(
    "kafeneio_lobby_tables_refused", "Refusals of opening, joining or starting a table, by code", ["error"]
)
tables_closed = Counter("kafeneio_lobby_tables_closed", "Tables closed before the start, by reason", ["reason"])
chat_lines = Counter("kafeneio_lobby_chat_lines", "Chat lines said, by kind of room", ["room"])
gateways_lost = Counter("kafeneio_lobby_gateways_lost", "Gateways counted as gone")
pushes = Counter(
    "kafeneio_lobby_pushes", "Frames pushed, by who gets them: all gateways, one, or those of a hall or table", ["to"]
)
pushes_dropped = Counter("kafeneio_lobby_pushes_dropped", "Frames that could not be pushed, by cause", ["cause"])
seekers = Gauge("kafeneio_lobby_seekers", "Players who look for a game")
seeks_started = Counter("kafeneio_lobby_seeks_started", "Searches for a game begun")
seeks_ended = Counter("kafeneio_lobby_seeks_ended", "Searches for a game ended, by reason", ["reason"])
seek_parties = Counter(
    "kafeneio_lobby_seek_parties", "Parties found among players who look for a game, by outcome", ["outcome"]
)
seek_wait_seconds = Histogram(
    "kafeneio_lobby_seek_wait_seconds",
    "How long players who have found a game had looked for it, by game",
    ["game"],
    buckets=(1, 2, 5, 10, 20, 40, 60, 120, 300, 600, 1_800),
)
friend_requests = Counter(
    "kafeneio_lobby_friend_requests", "Requests to be friends, by outcome: asked, accepted, refused", ["outcome"]
)
sweep_failures = Counter("kafeneio_lobby_sweep_failures", "Sweeps that failed, by task", ["task"])
