"""Who comes back after registering, by week and by how they may be called (services/lobby/RULES.md §28)."""

from deploy.generate.panel import Dashboard, Panel, Row

_FEW = "No week of registering with ten accounts is over yet."


def _share(day: int, by: str) -> str:
    """The share of accounts of which a session began that day. Every lobby counts the same: the most is the number."""
    returned = f'sum by ({by}) (max by (week, way) (kafeneio_lobby_cohort_returned{{day="{day}"}}))'
    return f"{returned} / sum by ({by}) (max by (week, way) (kafeneio_lobby_cohort_accounts))"


_WEEKS = Row(
    "By week of registering",
    (
        Panel(
            "Back on the first day",
            "percentunit",
            {"{{week}}": _share(1, "week")},
            "Of the accounts of a week, those of which a session began on the day after registering.",
            rare=_FEW,
        ),
        Panel(
            "Back on the seventh day",
            "percentunit",
            {"{{week}}": _share(7, "week")},
            "The same for the seventh day after registering.",
            rare=_FEW,
        ),
        Panel(
            "Accounts",
            "short",
            {"{{week}}": "sum by (week) (max by (week, way) (kafeneio_lobby_cohort_accounts))"},
            "How many accounts were registered in the week. Ways with fewer than ten are left out.",
            rare=_FEW,
        ),
    ),
)

_WAYS = Row(
    "By how they may be called",
    (
        Panel(
            "Back on the first day",
            "percentunit",
            {"{{way}}": _share(1, "way")},
            "`push`: a browser is notified; else `mail`; else `none`. It is what people have chosen, and no cause: who "
            "likes to come chooses to be called.",
            rare=_FEW,
        ),
        Panel(
            "Back on the seventh day",
            "percentunit",
            {"{{way}}": _share(7, "way")},
            "The same for the seventh day after registering.",
            rare=_FEW,
        ),
        Panel(
            "Accounts",
            "short",
            {"{{way}}": "sum by (way) (max by (week, way) (kafeneio_lobby_cohort_accounts))"},
            "How many accounts of the weeks that are counted may be called in which way.",
            rare=_FEW,
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-returns",
    "Kafeneio: who comes back",
    "Returns after registering, without names, for those who run the house.",
    (_WEEKS, _WAYS),
)
