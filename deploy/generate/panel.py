"""The parts of a dashboard: rows of panels, each with a few PromQL queries and a sentence that explains them."""

from typing import NamedTuple

RATE = "[$__rate_interval]"
GAME = '{game=~"$game"}'


class Panel(NamedTuple):
    """One panel: legend → query. `unit` is Grafana's name; `alarm`: any value of 1 or more is bad.

    `about` explains the panel and its normal values, `rare` why a healthy platform may have no data for it.
    """

    title: str
    unit: str
    queries: dict[str, str]
    about: str
    kind: str = "timeseries"
    alarm: bool = False
    rare: str = ""


class Row(NamedTuple):
    """Panels under one title, all of one kind."""

    title: str
    panels: tuple[Panel, ...]


class Dashboard(NamedTuple):
    """A page of rows. `uid` is its file's name and its address in Grafana; `by_game` gives it a choice of games."""

    uid: str
    title: str
    about: str
    rows: tuple[Row, ...]
    by_game: bool = False

    def panels(self) -> list[Panel]:
        """The panels of all rows."""
        return [panel for row in self.rows for panel in row.panels]


def stat(title: str, query: str, about: str, unit: str = "short", alarm: bool = False) -> Panel:
    """One number, now."""
    return Panel(title, unit, {"": query}, about, "stat", alarm)


def per_second(metric: str, by: str, where: str = "") -> str:
    """A counter's rate, summed by labels."""
    return f"sum by ({by}) (rate({metric}{where}{RATE}))"


def total_rate(metric: str, where: str = "") -> str:
    """A counter's rate over all processes."""
    return f"sum(rate({metric}{where}{RATE}))"


def quantiles(histogram: str, by: str = "", where: str = "") -> dict[str, str]:
    """Median and 99th percentile of a histogram of seconds."""
    labels, legend = (f"le, {by}", f" {{{{{by}}}}}") if by else ("le", "")
    sums = f"sum by ({labels}) (rate({histogram}_bucket{where}{RATE}))"
    return {
        f"p50{legend}": f"histogram_quantile(0.5, {sums})",
        f"p99{legend}": f"histogram_quantile(0.99, {sums})",
    }


def requests_of(service: str, rare: str = "") -> Row:
    """The row of requests that every service has: their number, duration and refusals. `rare`: why there may be
    none."""
    of = f'{{service="{service}"}}'
    return Row(
        "Requests",
        (
            Panel(
                "Requests",
                "ops",
                {"{{method}}": per_second("kafeneio_rpc_seconds_count", "method", of)},
                f"Requests that {service} answered, by method.",
                rare=rare,
            ),
            Panel(
                "Time to answer",
                "s",
                quantiles("kafeneio_rpc_seconds", "method", of),
                "From a request's arrival to its answer. Above a second somebody waits: see the database's dashboard.",
                rare=rare,
            ),
            Panel(
                "Refused and failed",
                "ops",
                {
                    "refused {{method}} {{error}}": per_second("kafeneio_rpc_refusals_total", "method, error", of),
                    "raised {{method}}": per_second("kafeneio_rpc_failures_total", "method", of),
                    "expired": total_rate("kafeneio_rpc_expired_total", of),
                },
                "Refusals are the rules at work. What raised is a bug; what expired came too late to be answered.",
                rare="Nothing was refused yet.",
            ),
        ),
    )


def events_of(service: str, rare: str = "") -> Row:
    """The row of events that every service has, in and out. `rare`: why there may be none."""
    of = f'{{service="{service}"}}'
    return Row(
        "Events",
        (
            Panel(
                "Handled",
                "ops",
                {"{{handler}}": per_second("kafeneio_events_handled_total", "handler", of)},
                f"Events that {service} has handled, by queue.",
                rare="No event has come yet.",
            ),
            Panel(
                "Relayed",
                "ops",
                {"sent": total_rate("kafeneio_outbox_sent_total", of)},
                f"Messages that left the outbox of {service}.",
                rare=rare,
            ),
            Panel(
                "Trouble",
                "short",
                {
                    "oldest unsent, s": f"max(kafeneio_outbox_oldest_seconds{of})",
                    "unsent rows": f"max(kafeneio_outbox_waiting{of})",
                    "parked": f"sum(kafeneio_events_parked_total{of})",
                },
                "All near 0. An old row means that the broker does not take events; parked ones wait for an operator.",
            ),
        ),
    )
