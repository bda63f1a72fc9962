"""Alembic's entry: the connection comes from platform/database/migrations.py."""

from alembic import context

from services.platform.database.migrations import run_env

run_env(context)
