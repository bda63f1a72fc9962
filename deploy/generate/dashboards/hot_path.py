"""The path of a move: gateway, shard queue, worker, commit, answer."""

from deploy.generate.panel import GAME, Dashboard, Panel, Row, events_of, per_second, quantiles, requests_of, total_rate

_TABLES = Row(
    "Tables",
    (
        Panel(
            "Journal entries",
            "ops",
            {"{{game}}": per_second("kafeneio_tables_entries_total", "game", GAME)},
            "What was committed: moves, chances, clocks.",
        ),
        Panel(
            "Commit of a batch",
            "s",
            quantiles("kafeneio_tables_commit_seconds"),
            "One commit carries many moves. Above 0.25 s every player feels it.",
        ),
        Panel(
            "Timers, how late",
            "s",
            quantiles("kafeneio_tables_timer_late_seconds"),
            "KAFENEIO_CLOCK_GRACE_MS is intended; more means that a worker's loop does not turn in time.",
            rare="No clock has run out yet.",
        ),
        Panel(
            "Commands",
            "ops",
            {"{{kind}}": per_second("kafeneio_tables_commands_total", "kind", GAME)},
            "What players asked tables to do, refused or not.",
        ),
        Panel(
            "Refusals",
            "ops",
            {"{{error}}": per_second("kafeneio_tables_refusals_total", "error")},
            "Commands refused, by code. Two clicks on one card are a refusal, too.",
            rare="Nothing was refused yet.",
        ),
        Panel(
            "Matches ended",
            "ops",
            {"{{outcome}}": per_second("kafeneio_tables_matches_total", "outcome", GAME)},
            "By outcome; `void` gives all stakes back.",
            rare="No match has ended yet.",
        ),
        Panel(
            "Shards owned",
            "short",
            {"{{game}} {{pod}}": f"kafeneio_tables_shards_owned{GAME}"},
            "A shard has an owner from its first message on. Workers of a game share its shards evenly.",
        ),
        Panel("Tables open", "short", {"{{game}} {{pod}}": f"kafeneio_tables_open{GAME}"}, "Tables in memory."),
        Panel(
            "Trouble",
            "ops",
            {
                "commit failed": total_rate("kafeneio_tables_commit_failures_total"),
                "shard lost": total_rate("kafeneio_tables_fenced_total"),
                "table stopped": total_rate("kafeneio_tables_stopped_total"),
                "unreadable": total_rate("kafeneio_tables_unreadable_total"),
                "sent again": total_rate("kafeneio_tables_repeated_total"),
            },
            "All 0, but for a few `sent again` after a reconnect and `shard lost` while rolling.",
        ),
        Panel(
            "Journal, days ahead",
            "short",
            {"{{pod}}": "kafeneio_tables_journal_days_ahead >= 0"},
            "For so many days after today the journal has partitions. Workers make seven; below four is an alert.",
            rare="The embedded default's database has none.",
        ),
    ),
)

_ARCHIVE = Row(
    "Old matches",
    (
        Panel(
            "Journal, age in days",
            "short",
            {
                "oldest day": "max(kafeneio_tables_journal_oldest_days)",
                "overdue": "max(kafeneio_tables_journal_overdue_days)",
            },
            "How old the oldest day in the database is, and for how long it should have been archived: 0 or 1.",
            rare="The embedded default's database has no days.",
        ),
        Panel(
            "Archive, size",
            "bytes",
            {"files": "max(kafeneio_tables_archive_bytes)"},
            "All archive files together. They grow by a tenth of what the journal does.",
        ),
        Panel(
            "Archive, content",
            "short",
            {
                "lines": "max(kafeneio_tables_archive_lines)",
                "files": "max(kafeneio_tables_archive_files)",
            },
            "What every night adds: a file for 16 MiB of recordings, and one of trails.",
        ),
        Panel(
            "Archive, trouble",
            "short",
            {
                "days not archived": "max(kafeneio_tables_archive_failures)",
                "reads failed": "sum(increase(kafeneio_tables_archive_read_failures_total[1h]))",
            },
            "How often a day could not be archived, ever, and how often one hour's reads failed: both 0.",
        ),
        Panel(
            "Public counts, matches",
            "short",
            {
                "counted in an hour": "sum(increase(kafeneio_tables_draws_counted_total[1h]))",
                "waiting": "min(kafeneio_tables_draws_waiting)",
                "unread": "max(kafeneio_tables_draws_unread)",
                "failed runs": "sum(increase(kafeneio_tables_draws_failures_total[1h]))",
            },
            "Finished matches whose dice and deals are in the public counts; what waits is counted within a minute.",
        ),
        Panel(
            "Public counts, least probable",
            "percentunit",
            {"test": "min(kafeneio_tables_draws_probability)"},
            "The smallest probability of any test of all days: below one in a million is an alert.",
        ),
    ),
)
_COMPUTERS = Row(
    "Computer players",
    (
        Panel(
            "Thinking, by game",
            "s",
            {
                "{{game}} {{strength}}": "histogram_quantile(0.99, sum by (le, game, strength) "
                f"(rate(kafeneio_tables_bot_think_seconds_bucket{GAME}[$__rate_interval])))"
            },
            "What computing a move takes; one in a hundred takes longer than this. No game may need more than 1.5 s.",
            rare="No computer plays.",
        ),
        Panel(
            "Moves, how late",
            "s",
            quantiles("kafeneio_tables_bot_late_seconds"),
            "Later than the computer seems to think. Above 3 s there are too few KAFENEIO_BOT_PROCESSES.",
            rare="No computer plays.",
        ),
        Panel(
            "Moves that wait for a process",
            "short",
            {"{{pod}}": "kafeneio_tables_bots_waiting"},
            "Near 0; computers are asked again later above KAFENEIO_BOTS_WAITING_MAX.",
        ),
        Panel(
            "Work of a computer's move",
            "ops",
            {"{{scale}} of the usual": per_second("kafeneio_tables_bot_thoughts_total", "scale")},
            "Less than 1 where many moves wait; much below for long: too few KAFENEIO_BOT_PROCESSES.",
            rare="No computer plays.",
        ),
        Panel(
            "Computers in trouble",
            "ops",
            {
                "failed: {{game}}": per_second("kafeneio_tables_bots_failed_total", "game"),
                "given up: {{game}}": per_second("kafeneio_tables_bots_given_up_total", "game"),
            },
            "Both 0. The table goes on with any legal move.",
            rare="No computer player has failed yet.",
        ),
        Panel(
            "Analyses",
            "short",
            {
                "{{outcome}} an hour": "sum by (outcome) (increase(kafeneio_tables_analyses_total[1h]))",
                "oldest waits, s": "max(kafeneio_tables_analysis_oldest_seconds)",
                "one in two takes, s": "histogram_quantile(0.5, sum by (le) "
                "(rate(kafeneio_tables_analysis_seconds_bucket[1h])))",
            },
            "Analyses of finished matches, by how a try ended, and for how long the oldest one waits.",
        ),
        Panel(
            "Exports of all matches",
            "short",
            {
                "open": "sum(kafeneio_gateway_exports_open)",
                "ended an hour, {{why}}": "sum by (why) (increase(kafeneio_gateway_exports_total[1h]))",
            },
            "Streams with which players take all their matches away, and why they ended. Many `unavailable`: the "
            "processes that answer requests of tables are overloaded.",
            rare="Nobody has taken their matches away yet.",
        ),
        Panel(
            "Matches from other programs",
            "short",
            {"{{outcome}} an hour": "sum by (outcome) (increase(kafeneio_tables_imports_total[1h]))"},
            "Texts that players bring, and what was wrong with those that were refused.",
            rare="Nobody has brought a match yet.",
        ),
        Panel(
            "Shared replays",
            "short",
            {
                "links made an hour": "sum(increase(kafeneio_tables_shares_made_total[1h]))",
                "asked for: {{outcome}} an hour": "sum by (outcome) (increase(kafeneio_tables_shares_asked_total[1h]))",
                "pictures {{outcome}} an hour": "sum by (outcome) (increase(kafeneio_tables_share_pictures_total[1h]))",
                "oldest picture waits, s": "max(kafeneio_tables_share_pictures_oldest_seconds)",
                "one in two takes, s": "histogram_quantile(0.5, sum by (le) "
                "(rate(kafeneio_tables_share_picture_seconds_bucket[1h])))",
            },
            "Links to replays, who asks for them, and their pictures.",
            rare="Nobody has shared a match yet.",
        ),
        Panel(
            "Problems of the day",
            "short",
            {
                "{{game}}, {{answer}} an hour": "sum by (game, answer) "
                "(increase(kafeneio_tables_problem_answers_total[1h]))",
                "left for {{game}}": "min by (game) (kafeneio_tables_problem_stock)",
                "failed an hour": "sum(increase(kafeneio_tables_problem_failures_total[1h]))",
            },
            "How they are answered, and for how many days there are positions. Failures: one may have none tomorrow.",
            rare="Nobody has answered yet.",
        ),
    ),
)
_GATEWAYS = Row(
    "Gateways",
    (
        Panel(
            "Pushes to gateways",
            "ops",
            {
                "{{fate}}": per_second("kafeneio_gateway_pushes_total", "fate"),
                "halls {{pod}}": "kafeneio_gateway_halls_bound",
            },
            "Messages of pushes that gateways read, and those that they pass by because nobody there needs them; and "
            "the halls whose pushes come to each gateway. Many passed by: pushes are not addressed.",
        ),
        Panel("Sockets", "short", {"{{pod}}": "kafeneio_gateway_connections"}, "Open sockets, spread evenly."),
        Panel(
            "Frames from clients",
            "ops",
            {"{{kind}}": per_second("kafeneio_gateway_frames_total", "kind")},
            "What clients send, by kind of frame.",
        ),
        Panel(
            "Frames to clients",
            "ops",
            {"{{origin}}": per_second("kafeneio_gateway_sent_frames_total", "origin")},
            "What clients are sent, by where it comes from.",
        ),
        Panel(
            "Ended and lost",
            "ops",
            {
                "closed: {{reason}}": per_second("kafeneio_gateway_closed_total", "reason"),
                "lost: {{what}}": per_second("kafeneio_gateway_lost_total", "what"),
                "not reading": total_rate("kafeneio_gateway_slow_dropped_total"),
                "slow: {{event}}": per_second("kafeneio_gateway_slow_total", "event"),
            },
            "Connections that a gateway ended, and what it dropped. `delivery` is to somebody who had just gone.",
        ),
        Panel(
            "Waiting",
            "short",
            {
                "commands {{pod}}": "kafeneio_gateway_commands_waiting",
                "requests {{pod}}": "kafeneio_gateway_lanes_waiting",
                "frames to clients {{pod}}": "kafeneio_gateway_queue_frames",
                "logins {{pod}}": "kafeneio_gateway_attempts_waiting",
            },
            "Near 0. Each has a limit: kafeneio_gateway_limit.",
        ),
        Panel(
            "Watched tables and waiting bytes",
            "short",
            {
                "tables {{pod}}": "kafeneio_gateway_tables_watched",
                "bytes to clients {{pod}}": "kafeneio_gateway_queue_bytes",
            },
            "Tables that somebody at a gateway looks at, and bytes that clients have not taken.",
        ),
        Panel(
            "Streams over HTTP",
            "short",
            {
                "{{kind}}": "sum by (kind) (kafeneio_gateway_streams)",
                "ended a minute: {{kind}}, {{why}}": "sum by (kind, why) "
                "(increase(kafeneio_gateway_streams_ended_total[1m]))",
            },
            "Programs that follow a table or public events over HTTP, and why such streams have ended.",
            rare="No program has followed anything yet.",
        ),
        Panel(
            "Sent again",
            "ops",
            {"commands": total_rate("kafeneio_gateway_sent_again_total")},
            "Commands that were sent again after a cut or to a new owner of their shard.",
        ),
        Panel(
            "Owners and gateways",
            "ops",
            {
                "shards given back": total_rate("kafeneio_tables_shards_given_back_total"),
                "shards passed on": total_rate("kafeneio_tables_passed_on_total"),
                "gateways lost": total_rate("kafeneio_tables_gateways_lost_total"),
            },
            "Shards change hands when workers come and go; a lost gateway is a disconnection of its players.",
        ),
        Panel(
            "Bytes",
            "Bps",
            {"{{direction}}": per_second("kafeneio_gateway_bytes_total", "direction")},
            "Bytes of frames in and out, before compression.",
        ),
    ),
)
_BATCHES = Row(
    "Batches",
    (
        Panel(
            "Taken in one go",
            "short",
            {
                "{{queue}} p99": (
                    "histogram_quantile(0.99, sum by (le, queue) (rate(kafeneio_batch_size_bucket[$__rate_interval])))"
                )
            },
            "Natural batching: near 1 there is time, near the limit there is none.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-hot-path",
    "Kafeneio: a move's way",
    "What a move passes through, from the socket to the commit and back.",
    (_TABLES, _COMPUTERS, _GATEWAYS, _BATCHES, _ARCHIVE),
    by_game=True,
)
REQUESTS = Dashboard(
    "kafeneio-tables",
    "Kafeneio: tables (requests)",
    "The requests of the service tables, and the events that it handles and publishes.",
    (requests_of("tables"), events_of("tables")),
)
