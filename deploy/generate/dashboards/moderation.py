"""The service `moderation`: conduct, signals, requests and events."""

from deploy.generate.panel import Dashboard, Panel, Row, events_of, per_second, requests_of

_CONDUCT = Row(
    "Conduct",
    (
        Panel(
            "Reports",
            "ops",
            {"{{category}}": per_second("kafeneio_moderation_reports_total", "category")},
            "Reports that were accepted, by category.",
            rare="Nobody was reported yet.",
        ),
        Panel(
            "Decisions",
            "ops",
            {"{{decision}}": per_second("kafeneio_moderation_decisions_total", "decision")},
            "Decided reports, by decision.",
            rare="No report was decided yet.",
        ),
        Panel(
            "Companies",
            "ops",
            {"{{deed}}": per_second("kafeneio_moderation_company_deeds_total", "deed")},
            "Deeds of staff about companies of players: renamed, pictures and chats closed, closed, and undone.",
            rare="Staff have not acted on a company yet.",
        ),
        Panel(
            "Oldest report",
            "s",
            {"age": "max(kafeneio_moderation_oldest_report_seconds)"},
            "How long the oldest undecided report waits. After a day there is an alert.",
        ),
        Panel(
            "Appeals",
            "ops",
            {"{{outcome}}": per_second("kafeneio_moderation_appeals_total", "outcome")},
            "Appeals that were filed, and how they were ruled.",
            rare="Nobody has appealed yet.",
        ),
        Panel(
            "Suspensions",
            "ops",
            {"{{cause}}": per_second("kafeneio_moderation_suspensions_total", "cause")},
            "Suspensions and blocks, by what brought them.",
            rare="Nobody was suspended yet.",
        ),
        Panel(
            "Signals",
            "ops",
            {"{{kind}}": per_second("kafeneio_moderation_signals_total", "kind")},
            "Signals, by kind: each opens a case or adds to an open one.",
            rare="No signal was raised yet.",
        ),
        Panel(
            "Signal counters behind",
            "s",
            {"lag": "max(kafeneio_moderation_signal_lag_seconds)"},
            "How old the newest match was when signals counted it.",
        ),
        Panel(
            "Orders",
            "ops",
            {"{{kind}} {{state}}": per_second("kafeneio_moderation_orders_total", "kind, state")},
            "Orders of operators, by kind: placed, done, refused.",
            rare="No operator has ordered anything yet.",
        ),
        Panel(
            "Oldest order without an answer",
            "s",
            {"age": "max(kafeneio_moderation_oldest_order_seconds)"},
            "How long the oldest order waits for the service that carries it out. An alert after five minutes.",
        ),
        Panel(
            "Newest setting in use",
            "short",
            {
                "{{service}}": "max by (service) (kafeneio_settings_seq)",
                "{{service}} behind": "min by (service) (kafeneio_settings_seq)",
                "{{service}} refused": "sum by (service) (kafeneio_settings_refused_total)",
            },
            "The newest change of an operator's setting that processes use, the greatest and the least number of each "
            "service: they differ for a second after a change. Refused: changes that the environment does not allow.",
        ),
        Panel(
            "Webhooks",
            "short",
            {
                "{{state}}": "max by (state) (kafeneio_moderation_webhooks)",
                "delivered to": "sum(kafeneio_gateway_webhooks_open)",
                "{{outcome}} a second": per_second("kafeneio_gateway_webhook_seconds_count", "outcome"),
            },
            "Webhooks of other systems by state, those that a front is delivering to, and events that were delivered "
            "and that failed. One that is disabled is an alert.",
            rare="No other system has a webhook yet.",
        ),
        Panel(
            "Longest failure of a webhook",
            "s",
            {"age": "max(kafeneio_moderation_webhook_failing_seconds)"},
            "For how long the server of an active webhook has taken nothing. After a day it is disabled.",
        ),
        Panel(
            "Cards and mutes",
            "ops",
            {
                "{{colour}}: {{reason}}": per_second("kafeneio_moderation_cards_total", "colour, reason"),
                "mute: {{action}}": per_second("kafeneio_moderation_mutes_total", "action"),
            },
            "Cards given, and words taken from players and given back.",
            rare="Nobody has got a card yet.",
        ),
        Panel(
            "Revoked and lifted",
            "ops",
            {"{{kind}}": per_second("kafeneio_moderation_taken_back_total", "kind")},
            "Sanctions that were taken back, by kind.",
            rare="No sanction was taken back yet.",
        ),
        Panel(
            "Audit log broken",
            "short",
            {"broken": "max(kafeneio_moderation_chain_broken)"},
            "1 when the audit log's chain of hashes is broken. It is 0, always.",
        ),
    ),
)

_RARE = "Nobody has needed it yet."

DASHBOARD = Dashboard(
    "kafeneio-moderation",
    "Kafeneio: moderation",
    "Reports, decisions, suspensions, appeals and signals; what the service is asked, and its events.",
    (_CONDUCT, requests_of("moderation", _RARE), events_of("moderation", _RARE)),
)
