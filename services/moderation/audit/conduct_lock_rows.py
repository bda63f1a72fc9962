"""The lock under which sanctions, roles and the audit log change."""

import sqlalchemy as sa

from services.platform.database.unit_of_work import Work


def lock_conduct(work: Work) -> None:
    """Lock cards, suspensions and the audit log until the commit, so that the next step acts on what was read."""
    if work.connection.dialect.name == "postgresql":
        work.execute(sa.text("LOCK TABLE audit_log IN SHARE ROW EXCLUSIVE MODE"))
