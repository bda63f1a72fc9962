"""The lobby: players, tables listed, logins, chat."""

from deploy.generate.panel import Dashboard, Panel, Row, events_of, per_second, quantiles, requests_of, total_rate

_ROOM = Row(
    "Room",
    (
        Panel(
            "Players",
            "short",
            {"{{status}}": "max by (status) (kafeneio_lobby_players)"},
            "Players who are online, by what they do.",
        ),
        Panel(
            "Tables listed",
            "short",
            {"{{state}}": "max by (state) (kafeneio_lobby_tables)"},
            "Tables that the room shows, by state.",
        ),
        Panel(
            "Logins",
            "ops",
            {"{{outcome}}": per_second("kafeneio_lobby_logins_total", "outcome")},
            "Logins, by outcome. Many refusals at once: somebody tries passwords.",
        ),
        Panel(
            "Password checks",
            "s",
            quantiles("kafeneio_lobby_password_seconds"),
            "Time of a check, waiting for a worker included. Dear on purpose.",
        ),
        Panel(
            "Chat lines",
            "ops",
            {"{{room}}": per_second("kafeneio_lobby_chat_lines_total", "room")},
            "Lines said, by room.",
            rare="Nobody has said anything yet.",
        ),
        Panel(
            "Requests to be friends",
            "ops",
            {"{{outcome}}": per_second("kafeneio_lobby_friend_requests_total", "outcome")},
            "Asked, accepted, refused. Many asked and few accepted: somebody asks everybody.",
            rare="Nobody has asked yet.",
        ),
        Panel(
            "Visits from other cells",
            "short",
            {
                "here": "max(kafeneio_lobby_visitors)",
                "{{home}}: {{outcome}} a second": per_second("kafeneio_lobby_visits_total", "home, outcome"),
            },
            "Visitors in the lists, and visits by home: begun, or why not. `signature` alone: the keys differ.",
            rare="This cell names no other ones.",
        ),
        Panel(
            "Passes to other cells",
            "ops",
            {"{{cell}}: {{outcome}}": per_second("kafeneio_lobby_visit_passes_total", "cell, outcome")},
            "Passes that players ask for, by cell: issued, or why not.",
            rare="This cell names no other ones.",
        ),
        Panel(
            "Trouble",
            "ops",
            {
                "pushes dropped: {{cause}}": per_second("kafeneio_lobby_pushes_dropped_total", "cause"),
                "sweeps failed: {{task}}": per_second("kafeneio_lobby_sweep_failures_total", "task"),
                "passwords refused": total_rate("kafeneio_lobby_passwords_refused_total"),
                "gateways lost": total_rate("kafeneio_lobby_gateways_lost_total"),
            },
            "All 0. Dropped pushes make lists wrong until the next change.",
        ),
    ),
)

_SEEKS = Row(
    "Looking for a game",
    (
        Panel(
            "Players who look for a game",
            "short",
            {"looking": "max(kafeneio_lobby_seekers)"},
            "Players in the queue of Find me a game.",
        ),
        Panel(
            "Wait of those who have found one",
            "s",
            quantiles("kafeneio_lobby_seek_wait_seconds"),
            "From the beginning of the search to the table, of those who were seated.",
            rare="Nobody has found a game yet.",
        ),
        Panel(
            "Searches ended",
            "ops",
            {"{{reason}}": per_second("kafeneio_lobby_seeks_ended_total", "reason")},
            "Why searches ended: matched, expired, cancelled, seated elsewhere, away, refused.",
            rare="Nobody has looked for a game yet.",
        ),
        Panel(
            "Parties",
            "ops",
            {"{{outcome}}": per_second("kafeneio_lobby_seek_parties_total", "outcome")},
            "Parties found, by outcome. Many that are not seated: the wallet, tables or moderation does not answer.",
            rare="No party has been found yet.",
        ),
    ),
)
_TABLES = Row(
    "Tables",
    (
        Panel(
            "Opened and started",
            "ops",
            {
                "opened: {{game}}": per_second("kafeneio_lobby_tables_created_total", "game"),
                "started: {{game}}": per_second("kafeneio_lobby_tables_started_total", "game"),
            },
            "Tables that players open, and those whose first match begins.",
            rare="Nobody has opened a table yet.",
        ),
        Panel(
            "Closed before the start",
            "ops",
            {"{{reason}}": per_second("kafeneio_lobby_tables_closed_total", "reason")},
            "Tables that closed before anybody played, by reason.",
            rare="No table was closed yet.",
        ),
        Panel(
            "Tables refused",
            "ops",
            {"{{error}}": per_second("kafeneio_lobby_tables_refused_total", "error")},
            "Refusals of opening, joining or starting a table; much `rate_limited` is somebody who tries out others.",
            rare="No table was refused yet.",
        ),
        Panel(
            "Searches begun and pushes",
            "ops",
            {
                "searches": total_rate("kafeneio_lobby_seeks_started_total"),
                "frames pushed to {{to}}": per_second("kafeneio_lobby_pushes_total", "to"),
            },
            "Searches for a game, and frames that the lobby sends to a gateway, a hall, the viewers of a table or all.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-lobby",
    "Kafeneio: lobby",
    "Who is there, who comes in, and what the room shows.",
    (_ROOM, _SEEKS, _TABLES, requests_of("lobby"), events_of("lobby")),
)
