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

DASHBOARD = Dashboard(
    "kafeneio-lobby",
    "Kafeneio: lobby",
    "Who is there, who comes in, and what the room shows.",
    (_ROOM, requests_of("lobby"), events_of("lobby")),
)
