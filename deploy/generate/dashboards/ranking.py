"""The service `ranking`: leaderboards, classification, requests and events."""

from deploy.generate.panel import Dashboard, Panel, Row, events_of, per_second, quantiles, requests_of, stat

_STANDINGS = Row(
    "Leaderboards and classification",
    (
        stat(
            "Periods overdue",
            "max(kafeneio_ranking_periods_overdue)",
            "Periods of leaderboards that should be closed and are not: 0.",
            alarm=True,
        ),
        stat(
            "Prizes unpaid",
            "max(kafeneio_ranking_prizes_unpaid)",
            "Prizes that the wallet has not answered for; back to 0 within seconds of a close.",
        ),
        stat(
            "Oldest unpaid prize",
            "max(kafeneio_ranking_prizes_unpaid_age_seconds)",
            "How long the oldest prize has waited for the wallet.",
            unit="s",
        ),
        stat(
            "Prizes in review",
            "max(kafeneio_ranking_prizes_in_review)",
            "Prizes that wait for a review of their winner.",
        ),
        stat(
            "Oldest prize in review",
            "max(kafeneio_ranking_prizes_in_review_age_seconds)",
            "How long the oldest prize has waited for a review.",
            unit="s",
        ),
        stat(
            "Prizes refused",
            "max(kafeneio_ranking_prizes_refused)",
            "Prizes that the ledger has refused: 0.",
            alarm=True,
        ),
        stat(
            "Counts that are wrong",
            "max(kafeneio_ranking_classification_wrong) + max(kafeneio_ranking_places_wrong) "
            "+ max(kafeneio_ranking_pr_wrong)",
            "PRs and periods whose stored counts are not those of their rows, PRs that matches did not make: 0.",
            alarm=True,
        ),
    ),
)
_MATCHES = Row(
    "Matches",
    (
        stat(
            "Events waiting",
            'sum(rabbitmq_detailed_queue_messages{queue=~"events[.]ranking[.].+"})',
            "Messages that wait in the queues of ranking; near 0.",
        ),
        Panel(
            "Events behind",
            "s",
            quantiles("kafeneio_events_lag_seconds", where='{service="ranking"}'),
            "How old events are when ranking has taken them in: about 0.1 s.",
        ),
        Panel(
            "Matches",
            "ops",
            {"{{outcome}}": per_second("kafeneio_ranking_matches_total", "outcome")},
            "Finished matches by their effect on ratings; repeated ones were received before.",
        ),
        Panel(
            "Matches on boards",
            "ops",
            {"{{outcome}}": per_second("kafeneio_ranking_board_matches_total", "outcome")},
            "Matches counted in periods, and those of two opponents who had met too often.",
        ),
        Panel(
            "Periods",
            "ops",
            {"{{event}}": per_second("kafeneio_ranking_periods_total", "event")},
            "Periods begun, closed and paid.",
            rare="periods begin and end by the week and the month",
        ),
        Panel(
            "Prizes reviewed",
            "ops",
            {"{{outcome}}": per_second("kafeneio_ranking_reviewed_prizes_total", "outcome")},
            "Prizes that waited for a review, by its end: ordered, or refused for a sanction or after too long.",
            rare="only prizes of winners with an open case wait",
        ),
        Panel(
            "Badges an hour",
            "short",
            {"{{outcome}}": "sum by (outcome) (increase(kafeneio_ranking_badges_total[1h]))"},
            "Badges earned, and those taken back because a correction has removed their deed.",
            rare="Nobody has earned a badge yet.",
        ),
        Panel(
            "Badges wait",
            "s",
            {"oldest": "max(kafeneio_ranking_badges_waiting_age_seconds)"},
            "How long the oldest account with new deeds waits for its badges; some seconds.",
        ),
        Panel(
            "Closing a period",
            "s",
            quantiles("kafeneio_ranking_close_seconds"),
            "How long closing took.",
            rare="periods are closed once a week",
        ),
        Panel(
            "Clock failures",
            "ops",
            {"failures": "sum(rate(kafeneio_ranking_clock_failures_total[$__rate_interval]))"},
            "Looks of ranking's clock that failed: none.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-ranking",
    "Kafeneio: ranking",
    "Leaderboards and classification; requests of the service ranking, and the events that it handles and publishes.",
    (_STANDINGS, _MATCHES, requests_of("ranking"), events_of("ranking")),
)
