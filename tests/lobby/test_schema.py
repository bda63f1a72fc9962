"""The migrations make the schema that the code is written for."""

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from services.lobby import schema
from services.lobby.settings import LobbySettings
from services.platform.database import inbox, migrations, unit_of_work
from services.platform.database.unit_of_work import make_engine
from services.platform.operations import live_settings
from services.platform.process.settings import SettingsError, load


def test_the_migrated_schema_is_the_declared_one(lobby_url):
    engine = make_engine(lobby_url, "lobby")
    wanted = sa.MetaData()
    for metadata in (schema.metadata, unit_of_work.metadata, inbox.metadata, live_settings.metadata):
        for table in metadata.sorted_tables:
            table.to_metadata(wanted)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), wanted) == []
    assert migrations.is_current("lobby", engine)
    engine.dispose()


def test_settings_are_the_operators():
    environ = {"KAFENEIO_INACTIVITY_S": "60", "KAFENEIO_INVITE_S": "10", "KAFENEIO_REGISTER_PER_IP_DAY": "20"}
    settings = load(LobbySettings, environ)
    assert settings.sessions.inactivity_s == 60
    assert settings.tables.invite_s == 10
    assert settings.accounts.register_per_ip_day == 20
    assert (settings.tables.start_timeout_s, settings.chat.chat_rate, settings.chat.chat_keep_days) == (120, 5, 90)


def test_passwords_leave_workers_for_other_requests():
    settings = LobbySettings()
    assert settings.password_workers + settings.password_waiting_max < 20, "of twenty that answer requests"


@pytest.mark.parametrize("name", ["INVITE_S", "CHAT_RATE", "PASSWORD_WORKERS", "LOBBY_SWEEP_MS"])
def test_a_setting_that_makes_no_sense_is_not_taken(name):
    with pytest.raises(SettingsError):
        load(LobbySettings, {f"KAFENEIO_{name}": "0"})
