#!/usr/bin/env bash
# Restores the newest backup of the database into $PGDATA as a server of its own, brings it to a consistent state with
# the archived WAL, and reads every row of it once. Exit code 0: the backup can be restored.
#
#   STORE=s3://kafeneio-backups/ ENDPOINT=https://store.example SERVER=database PGDATA=/restored/pgdata restore-backup.sh
#
# What reads the store is Barman's (barman-cloud-…), as CloudNativePG's images have it; its credentials come from the
# environment. The restored server listens on 127.0.0.1 alone, lets everybody there in without a password, and archives
# nothing. Start it again with `postgres -D $PGDATA`.
set -euo pipefail
: "${STORE:?} ${SERVER:?} ${PGDATA:?}"
export PGHOST=127.0.0.1 PGPORT="${PGPORT:-5432}"
store=(${STORE_OPTIONS:-})
[ -z "${ENDPOINT:-}" ] || store+=(--endpoint-url "$ENDPOINT")

newest=$(barman-cloud-backup-list "${store[@]}" --format json "$STORE" "$SERVER" | python3 -c '
import json, sys
done = [each for each in json.load(sys.stdin)["backups_list"] if each["status"] == "DONE"]
print(max(done, key=lambda each: each["backup_id"])["backup_id"] if done else "")')
[ -n "$newest" ] || { echo "there is no backup of $SERVER in $STORE" >&2; exit 1; }
echo "restoring backup $newest"
rm -rf "$PGDATA"
mkdir -m 700 -p "$PGDATA"
barman-cloud-restore "${store[@]}" "$STORE" "$SERVER" "$newest" "$PGDATA"

# Settings of the server that was backed up name files that are not here.
rm -f "$PGDATA/postgresql.auto.conf" "$PGDATA/standby.signal"
touch "$PGDATA/recovery.signal"
cat >"$PGDATA/postgresql.conf" <<SETTINGS
listen_addresses = '127.0.0.1'
port = $PGPORT
unix_socket_directories = ''
hot_standby = off
archive_mode = off
logging_collector = off
restore_command = 'barman-cloud-wal-restore ${store[*]} $STORE $SERVER %f %p'
recovery_target = 'immediate'
recovery_target_action = 'promote'
SETTINGS
echo "host all all 127.0.0.1/32 trust" >"$PGDATA/pg_hba.conf"

bin=$(pg_config --bindir 2>/dev/null || true)
PATH="$PATH${bin:+:$bin}"
if ! pg_ctl --pgdata "$PGDATA" --wait --timeout "${TIMEOUT_S:-3600}" --log "$PGDATA/restore.log" start; then
  cat "$PGDATA/restore.log" >&2
  exit 1
fi
trap 'pg_ctl --pgdata "$PGDATA" --mode fast stop' EXIT
until pg_isready --quiet; do # it takes nobody in before its data are consistent
  if ! pg_ctl --pgdata "$PGDATA" status >/dev/null; then
    cat "$PGDATA/restore.log" >&2
    exit 1
  fi
  sleep 0.5
done
pg_dumpall --username "${SUPERUSER:-postgres}" >/dev/null
echo "restored backup $newest, and read every row of it"
