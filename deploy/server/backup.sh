#!/usr/bin/env bash
# Makes a backup of the database, of all services at one moment, and keeps the newest 48. Settings are in the environment,
# as systemd and Compose give them. The file of settings is not in it: keep a copy of that elsewhere.
#
#   backup.sh            one backup now
#   backup.sh --hourly   one now and one every hour, until it is stopped
set -euo pipefail
: "${KAFENEIO_WALLET_DB_URL:?} ${DATABASE_PASSWORD:?} ${KAFENEIO_BACKUP_FOLDER:?}"
keep=${BACKUPS_KEPT:-48}
place=${KAFENEIO_WALLET_DB_URL##*@}
place=${place%%/*}
export PGHOST=${place%:*} PGPORT=${place##*:} PGUSER=kafeneio PGDATABASE=kafeneio PGPASSWORD=$DATABASE_PASSWORD
umask 077
mkdir -p "$KAFENEIO_BACKUP_FOLDER"

backup() {
  local file
  file=$KAFENEIO_BACKUP_FOLDER/$(date --utc +%Y%m%dT%H%M%SZ).dump
  pg_dump --format custom --no-owner --no-privileges --file "$file.part"
  pg_restore --list "$file.part" >/dev/null # the file is whole
  sync "$file.part"
  mv "$file.part" "$file"
  ls -1 "$KAFENEIO_BACKUP_FOLDER"/*.dump | head --lines "-$keep" | xargs --no-run-if-empty rm --
  echo "{\"event\": \"backup_made\", \"level\": \"info\", \"file\": \"$file\", \"bytes\": $(stat --format %s "$file")}"
}

backup
if [ "${1:-}" = --hourly ]; then
  while sleep 3600; do
    backup || echo '{"event": "backup_failed", "level": "error"}' >&2
  done
fi
