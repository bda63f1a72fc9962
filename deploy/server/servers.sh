#!/usr/bin/env bash
# Gives RabbitMQ and PostgreSQL on this machine what Kafeneio needs of them: the user `kafeneio` with the password of
# the file of settings, a virtual host and a database of that name. As root, as often as one likes:
#
#   servers.sh [/etc/kafeneio/kafeneio.env]
set -euo pipefail
. "${1:-/etc/kafeneio/kafeneio.env}"
: "${BROKER_PASSWORD:?} ${DATABASE_PASSWORD:?}"

# The broker is for this machine alone, and its metrics are for Prometheus.
mkdir -p /etc/rabbitmq/conf.d
settings=/etc/rabbitmq/conf.d/10-kafeneio.conf
wanted='listeners.tcp.local = 127.0.0.1:5672
prometheus.tcp.ip = 127.0.0.1
prometheus.tcp.port = 15692'
if [ "$(cat "$settings" 2>/dev/null)" != "$wanted" ]; then
  printf '%s\n' "$wanted" >"$settings"
  rabbitmq-plugins --quiet --offline enable rabbitmq_prometheus >/dev/null
  systemctl restart rabbitmq-server
fi
systemctl start rabbitmq-server postgresql
rabbitmqctl --quiet await_startup --timeout 120
ctl() { rabbitmqctl --quiet "$@" </dev/null; }
ctl list_vhosts --no-table-headers | grep -qx kafeneio || ctl add_vhost kafeneio
if ctl list_users --no-table-headers | cut -f 1 | grep -qx kafeneio; then
  ctl change_password kafeneio "$BROKER_PASSWORD"
else
  ctl add_user kafeneio "$BROKER_PASSWORD"
fi
ctl set_permissions --vhost kafeneio kafeneio '.*' '.*' '.*'
ctl set_policy --vhost kafeneio dead '^dead\.' '{"delivery-limit":1000000}' --apply-to queues
if ctl list_users --no-table-headers | cut -f 1 | grep -qx guest; then ctl delete_user guest; fi

# Passwords of `kafeneio init` have no quotes.
cd /
runuser --user postgres -- psql --quiet --set ON_ERROR_STOP=1 <<SQL
SELECT 'CREATE ROLE kafeneio LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kafeneio') \gexec
ALTER ROLE kafeneio PASSWORD '$DATABASE_PASSWORD';
SELECT 'CREATE DATABASE kafeneio OWNER kafeneio TEMPLATE template0 ENCODING ''UTF8'''
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'kafeneio') \gexec
REVOKE ALL ON DATABASE kafeneio FROM PUBLIC;
SQL
echo "RabbitMQ and PostgreSQL are ready for Kafeneio"
