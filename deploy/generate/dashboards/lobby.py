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
            "Reactions",
            "ops",
            {"{{reaction}}": per_second("kafeneio_lobby_reactions_total", "reaction")},
            "Phrases and signs shown at tables.",
            rare="None has been shown yet.",
        ),
        Panel(
            "Requests to be friends",
            "ops",
            {"{{outcome}}": per_second("kafeneio_lobby_friend_requests_total", "outcome")},
            "Asked, accepted, refused. Many asked and few accepted: somebody asks everybody.",
            rare="Nobody has asked yet.",
        ),
        Panel(
            "Messages between friends",
            "ops",
            {
                "written": total_rate("kafeneio_lobby_messages_total"),
                "{{error}}": per_second("kafeneio_lobby_messages_refused_total", "error"),
            },
            "Written, and refused by code. Many `chat_rate` or `message_rate`: somebody writes to everybody.",
            rare="Nobody has written to a friend yet.",
        ),
        Panel(
            "Conversations",
            "short",
            {"kept": "max(kafeneio_lobby_conversations)"},
            "Conversations between friends with a line of the days that messages are kept.",
        ),
        Panel(
            "Notices to browsers",
            "ops",
            {
                "{{kind}}, {{outcome}}": per_second("kafeneio_lobby_web_push_notices_total", "kind, outcome"),
                "browsers {{change}}": per_second("kafeneio_lobby_web_push_browsers_changed_total", "change"),
            },
            "Sent, tried again, given up, refused and gone; delayed by quiet hours; not needed any more. `refused` "
            "grows: services do not take our key or our requests.",
            rare="No browser was notified yet.",
        ),
        Panel(
            "Notices to browsers: from when they are due to the service",
            "s",
            quantiles("kafeneio_lobby_web_push_seconds"),
            "Until the service of the browser's maker has taken it, at the first try.",
            rare="No browser was notified yet.",
        ),
        Panel(
            "Notices to browsers that wait",
            "short",
            {
                "overdue": "max(kafeneio_lobby_web_push_overdue)",
                "seconds of the oldest": "max(kafeneio_lobby_web_push_overdue_seconds)",
                "services left alone": "max(kafeneio_lobby_web_push_services_shut)",
                "browsers": "max(kafeneio_lobby_web_push_browsers)",
            },
            "What should have gone by now, and the services that fail.",
        ),
        Panel(
            "Mails about notices",
            "ops",
            {
                "{{kind}}, {{outcome}}": per_second("kafeneio_lobby_notice_mails_total", "kind, outcome"),
                "ended by their link": "sum(rate(kafeneio_lobby_notice_mails_ended_total[$__rate_interval]))",
            },
            "Written, delayed by quiet hours, not needed any more, over the number of a day; and accounts that ended "
            "them by the link in one. Many ended: they come too often.",
            rare="No mail about a notice was written yet.",
        ),
        Panel(
            "Companies",
            "short",
            {
                "companies": "max(kafeneio_lobby_companies)",
                "members": "max(kafeneio_lobby_company_members)",
                "calls {{call}} a second": per_second("kafeneio_lobby_company_evenings_called_total", "call"),
                "{{change}} a second": per_second("kafeneio_lobby_company_changes_total", "change"),
            },
            "Companies of players, their members, and what changes. Many invited and few joined: somebody invites all.",
            rare="Nobody has founded one yet.",
        ),
        Panel(
            "Invitations that wait",
            "ops",
            {"{{event}}": per_second("kafeneio_lobby_calls_total", "event")},
            "Sent, taken, withdrawn. Many sent and few taken: links go astray, or friends do not come.",
            rare="Nobody has called yet.",
        ),
        Panel(
            "Programs",
            "short",
            {
                "tokens {{event}} an hour": "sum by (event) (increase(kafeneio_lobby_personal_tokens_total[1h]))",
                "bots {{event}} an hour": "sum by (event) (increase(kafeneio_lobby_bots_total[1h]))",
                "refused an hour: {{code}}": "sum by (code) "
                "(increase(kafeneio_lobby_personal_tokens_refused_total[1h]))",
            },
            "Personal tokens and bot accounts. Many refused (`token_invalid`): one goes on with a revoked token.",
            rare="No program has a token yet.",
        ),
        Panel(
            "Programs of others",
            "short",
            {
                "programs {{event}} an hour": "sum by (event) (increase(kafeneio_lobby_programs_total[1h]))",
                "consents {{event}} an hour": "sum by (event) (increase(kafeneio_lobby_program_consents_total[1h]))",
                "tokens an hour: {{outcome}}": "sum by (outcome) (increase(kafeneio_lobby_program_tokens_total[1h]))",
            },
            "What players allow by OAuth 2. Many `invalid_client`: somebody guesses, or a program was removed. "
            "`reused`: a code or a refresh token was shown twice, and a consent has ended for it.",
            rare="No program of others is registered yet.",
        ),
        Panel(
            "Cards of players shown",
            "ops",
            {"{{kind}}": per_second("kafeneio_lobby_cards_shown_total", "kind")},
            "Whole, one's own, and bare ones, which somebody sees who is not wanted by the player.",
            rare="Nobody has looked yet.",
        ),
        Panel(
            "Watching",
            "short",
            {
                "look on now": "sum(kafeneio_gateway_spectators)",
                "begun an hour": 'sum(increase(kafeneio_gateway_watches_total{outcome="begun"}[1h]))',
                "refused at the gateway an hour, {{outcome}}": "sum by (outcome) "
                '(increase(kafeneio_gateway_watches_total{outcome!="begun"}[1h]))',
                "refused at the table an hour, {{error}}": "sum by (error) "
                '(increase(kafeneio_tables_refusals_total{error=~"spectators_.*"}[1h]))',
                "lists an hour with {{found}}": "sum by (found) (increase(kafeneio_lobby_games_to_watch_total[1h]))",
            },
            "Who looks on without sitting at a table, what was refused, and lists of games to watch by whether there "
            "was the top table or a friend's game. Many `spectators_full`: more want to watch than may.",
            rare="Nobody has watched yet.",
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
