"""RabbitMQ, and the links to it."""

from deploy.generate.panel import Dashboard, Panel, Row, per_second

_ALARMS = '{__name__=~"rabbitmq_alarms_(memory_used|free_disk_space)_watermark"}'

_QUEUES = Row(
    "Queues",
    (
        Panel(
            "Longest queues",
            "short",
            {"{{queue}}": "topk(10, max by (queue) (rabbitmq_detailed_queue_messages))"},
            "Messages that wait. Queues are almost always empty.",
        ),
        Panel(
            "Dead letters",
            "short",
            {"{{queue}}": 'max by (queue) (rabbitmq_detailed_queue_messages{queue=~"dead[.].+"})'},
            "What services gave up; `kafeneio dead list SERVICE` shows it.",
        ),
        Panel(
            "Consumers",
            "short",
            {
                "{{queue}}": "min by (queue) "
                '(rabbitmq_detailed_queue_consumers{queue=~"(events|rpc)[.-].+", queue!="events.log"})'
            },
            "A queue of a service has one consumer a replica.",
        ),
    ),
)
_LINKS = Row(
    "Links",
    (
        Panel("Links to the broker", "short", {"{{link}} {{pod}}": "kafeneio_broker_up"}, "1: up. 0: cut."),
        Panel(
            "Links made again",
            "ops",
            {"{{link}}": per_second("kafeneio_broker_reconnects_total", "link")},
            "Some at a restart of the broker. Without one: missed heartbeats.",
            rare="No link was ever lost.",
        ),
        Panel(
            "Alarms",
            "short",
            {"{{instance}}": f"max by (instance) ({_ALARMS})"},
            "1: the broker has too little memory or disk, and takes no message from anybody.",
        ),
    ),
)
_EVENTS = Row(
    "Events",
    (
        Panel(
            "Outbox, oldest row",
            "s",
            {"{{service}}": "max by (service) (kafeneio_outbox_oldest_seconds)"},
            "How late an event leaves its service.",
        ),
        Panel(
            "Outbox, rows",
            "short",
            {"{{service}}": "max by (service) (kafeneio_outbox_waiting)"},
            "Rows that are committed and not yet sent.",
        ),
        Panel(
            "Tried again and parked",
            "ops",
            {
                "again: {{service}} {{handler}}": per_second("kafeneio_events_retried_total", "service, handler"),
                "parked: {{service}} {{handler}}": per_second("kafeneio_events_parked_total", "service, handler"),
                "seen before: {{service}}": per_second("kafeneio_events_repeated_total", "service"),
            },
            "A handler that fails is tried again, then its event is parked for an operator.",
            rare="No handler has failed yet.",
        ),
        Panel(
            "Refused",
            "ops",
            {"{{service}} {{queue}}": per_second("kafeneio_messages_refused_total", "service, queue")},
            "Messages of which the broker has not checked who sent them. Never.",
            rare="Nobody has tried to forge a message.",
        ),
    ),
)

_CELLS = Row(
    "Other cells",
    (
        Panel(
            "Messages handed over",
            "ops",
            {
                "{{cell}}": per_second("kafeneio_cell_messages_carried_total", "cell"),
                "failed: {{cell}}": per_second("kafeneio_cell_carry_failures_total", "cell"),
            },
            "Messages that another cell's broker has taken, and attempts that failed.",
            rare="This is the only cell, or nothing has been said to another one.",
        ),
        Panel(
            "Waiting for another cell",
            "s",
            {"{{cell}}": "max by (cell) (kafeneio_cell_stuck_seconds)"},
            "For how long nothing could be handed over; 0 while messages go.",
            rare="This is the only cell.",
        ),
        Panel(
            "Connected to other cells",
            "short",
            {"{{cell}}": "min by (cell) (kafeneio_cell_link_up)"},
            "1 while a bridge is connected to the other cell's broker.",
            rare="This is the only cell.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-broker",
    "Kafeneio: broker",
    "Queues, dead letters, links and the outboxes that feed them.",
    (_QUEUES, _LINKS, _EVENTS, _CELLS),
)
