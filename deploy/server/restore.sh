#!/usr/bin/env bash
# Puts a backup in place of the database, all services at one moment. No process of Kafeneio may run meanwhile. Settings
# are in the environment.
#
#   restore.sh FILE.dump     or `newest`
set -euo pipefail
: "${KAFENEIO_WALLET_DB_URL:?} ${DATABASE_PASSWORD:?} ${KAFENEIO_BACKUP_FOLDER:?}"
file=${1:?which backup}
if [ "$file" = newest ]; then file=$(ls -1 "$KAFENEIO_BACKUP_FOLDER"/*.dump | tail --lines 1); fi
place=${KAFENEIO_WALLET_DB_URL##*@}
place=${place%%/*}
export PGHOST=${place%:*} PGPORT=${place##*:} PGUSER=kafeneio PGPASSWORD=$DATABASE_PASSWORD
export PGOPTIONS=--client-min-messages=warning # without a line for each table that goes

pg_restore --list "$file" >/dev/null # it can be read, before anything is deleted
others=$(psql --dbname kafeneio --tuples-only --no-align --command \
  "SELECT count(*) FROM pg_stat_activity
   WHERE datname = 'kafeneio' AND backend_type = 'client backend' AND pid <> pg_backend_pid()") # not PostgreSQL's own
if [ "$others" != 0 ]; then
  echo "$others connections are open: stop Kafeneio first" >&2
  exit 1
fi
psql --dbname kafeneio --quiet --set ON_ERROR_STOP=1 --tuples-only --no-align --command \
  "SELECT format('DROP SCHEMA %I CASCADE;', nspname) FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public)'" |
  psql --dbname kafeneio --quiet --set ON_ERROR_STOP=1
pg_restore --dbname kafeneio --no-owner --no-privileges --exit-on-error --single-transaction "$file"
echo "restored $file"
