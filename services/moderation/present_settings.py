"""The settings of reports and appeals: those of the release, or as operators have changed them."""

from services.moderation import operator_settings
from services.moderation.appeals.rules import AppealSettings
from services.moderation.orders import order_rows
from services.moderation.reports.rules import ReportSettings
from services.platform.database.unit_of_work import Work


def report_settings(work: Work) -> ReportSettings:
    """The settings of reports (RULES.md §5)."""
    return operator_settings.reports_with(order_rows.changed_settings(work))


def appeal_settings(work: Work) -> AppealSettings:
    """The settings of appeals (RULES.md §9)."""
    return operator_settings.appeals_with(order_rows.changed_settings(work))
