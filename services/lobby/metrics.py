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
passkeys = Counter("kafeneio_lobby_passkeys", "Passkeys: added, renamed, removed, closed (a copy was seen)", ["event"])
passkey_challenges = Counter("kafeneio_lobby_passkey_challenges", "Challenges for passkeys, by purpose", ["purpose"])
passkey_checks = Counter(
    "kafeneio_lobby_passkey_checks",
    "Passkeys checked, by purpose (register, sign_in, appeal, add, prove) and outcome (`ok` or the refusal)",
    ["purpose", "outcome"],
)
personal_tokens = Counter("kafeneio_lobby_personal_tokens", "Personal tokens, by event: made, revoked", ["event"])
personal_tokens_refused = Counter(
    "kafeneio_lobby_personal_tokens_refused", "Operations refused to personal tokens, by code", ["code"]
)
programs = Counter("kafeneio_lobby_programs", "Programs of others, by event: registered, removed", ["event"])
program_consents = Counter(
    "kafeneio_lobby_program_consents",
    "Consents to programs of others, by event: asked, allowed, denied, ended",
    ["event"],
)
program_tokens = Counter(
    "kafeneio_lobby_program_tokens",
    "Tokens that programs of others asked for, by outcome (`ok` or the error), and consents that ended because "
    "something was shown again (`reused`)",
    ["outcome"],
)
bots = Counter("kafeneio_lobby_bots", "Bot accounts, by event: made", ["event"])
provider_starts = Counter(
    "kafeneio_lobby_provider_starts",
    "People sent to an OpenID provider, by provider and outcome (`ok` or the refusal)",
    ["provider", "outcome"],
)
provider_returns = Counter(
    "kafeneio_lobby_provider_returns",
    "People who came back from one, by provider and outcome (`ok` or the refusal)",
    ["provider", "outcome"],
)
provider_links = Counter(
    "kafeneio_lobby_provider_links", "Identities of providers joined to accounts, and taken away", ["provider", "event"]
)
cohort_accounts = Gauge(
    "kafeneio_lobby_cohort_accounts",
    "Accounts that were registered in a week, by how they may be called back (push, mail, none); ten at least",
    ["week", "way"],
)
cohort_returned = Gauge(
    "kafeneio_lobby_cohort_returned",
    "Of these, those of which a session began so many days after registering",
    ["week", "way", "day"],
)
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
mails = Counter("kafeneio_lobby_mails", "Mails, by outcome: sent, failed (tried again), given_up, passed", ["outcome"])
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
reactions = Counter("kafeneio_lobby_reactions", "Reactions shown at tables, by which", ["reaction"])
chat_lines = Counter("kafeneio_lobby_chat_lines", "Chat lines said, by kind of room", ["room"])
messages = Counter("kafeneio_lobby_messages", "Messages written between friends")
messages_refused = Counter(
    "kafeneio_lobby_messages_refused", "Messages between friends that were refused, by code", ["error"]
)
conversations = Gauge("kafeneio_lobby_conversations", "Conversations between friends that are kept")
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
calls = Counter("kafeneio_lobby_calls", "Invitations that wait, by event: sent, taken, withdrawn", ["event"])
cards_shown = Counter(
    "kafeneio_lobby_cards_shown", "Cards of players shown, by kind: own, whole, bare (to a blocked player)", ["kind"]
)
games_to_watch = Counter(
    "kafeneio_lobby_games_to_watch",
    "Lists of games to watch that players asked for, by what was in them: both, top (table), friends(' games), nothing",
    ["found"],
)
companies = Gauge("kafeneio_lobby_companies", "Companies of players that there are")
company_members = Gauge("kafeneio_lobby_company_members", "Memberships in companies that there are")
company_changes = Counter(
    "kafeneio_lobby_company_changes",
    "Changes of companies: founded, closed, passed, invited, asked, joined, left, removed",
    ["change"],
)
company_evenings_called = Counter(
    "kafeneio_lobby_company_evenings_called", "Calls to evenings of companies: soon, now", ["call"]
)
web_push_notices = Counter(
    "kafeneio_lobby_web_push_notices",
    "Notices to browsers, by kind and outcome: sent, again (tried again), given_up, refused, gone (no such browser), "
    "delayed (by quiet hours), not_needed (it had passed), over_limit (one for all browsers of an account)",
    ["kind", "outcome"],
)
web_push_seconds = Histogram(
    "kafeneio_lobby_web_push_seconds",
    "From when a notice was due until its service has taken it, at the first try",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
web_push_browsers = Gauge("kafeneio_lobby_web_push_browsers", "Browsers that are notified")
web_push_browsers_changed = Counter(
    "kafeneio_lobby_web_push_browsers_changed",
    "Changes of browsers that are notified: added, renewed, dropped (by their users), gone (by their services)",
    ["change"],
)
web_push_overdue = Gauge("kafeneio_lobby_web_push_overdue", "Notices to browsers that should have been sent by now")
web_push_overdue_seconds = Gauge(
    "kafeneio_lobby_web_push_overdue_seconds", "For how long the oldest notice to a browser is overdue"
)
notice_mails = Counter(
    "kafeneio_lobby_notice_mails",
    "Mails about notices, by kind and outcome: written, delayed (by quiet hours), not_needed (it had passed), "
    "over_limit",
    ["kind", "outcome"],
)
notice_mails_ended = Counter("kafeneio_lobby_notice_mails_ended", "Accounts that ended their mails by the link in one")
web_push_services_shut = Gauge(
    "kafeneio_lobby_web_push_services_shut", "Services of pushes that are left alone because they fail"
)
sweep_failures = Counter("kafeneio_lobby_sweep_failures", "Sweeps that failed, by task", ["task"])
