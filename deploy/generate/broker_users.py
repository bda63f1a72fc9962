"""deploy/rabbitmq/users.sh: a user of RabbitMQ for each process, with rights to its own queues alone."""

import shlex

from services.platform.broker.permissions import PROCESSES, permission, topic_permissions

_HEAD = """\
#!/usr/bin/env bash
# Gives every process of Kafeneio a user of its own at RabbitMQ.
# Made from the code by `python -m deploy.generate`: do not edit
#
#   VHOST=kafeneio PREFIX=kafeneio_ ./users.sh
# Passwords are read from standard input, one a line, in the order of the processes below; a user that is there
# keeps its own. Run it again before an upgrade: rights are set anew. `RABBITMQCTL` names another rabbitmqctl.
set -euo pipefail
vhost=${VHOST:-kafeneio} prefix=${PREFIX:-kafeneio_}
ctl() { ${RABBITMQCTL:-rabbitmqctl} --quiet "$@" </dev/null; } # else it reads the passwords away
known=$(ctl list_users --no-table-headers | cut -f 1)
"""


def text() -> str:
    """The script."""
    return _HEAD + "".join(_lines_of(process) for process in PROCESSES)


def _lines_of(process: str) -> str:
    user = f'"${{prefix}}{process}"'
    lines = [
        "",
        f'if ! grep -qxF {user} <<<"$known"; then',
        f'  read -r password || {{ echo "there is no password for" {user} >&2; exit 1; }}',
        f'  ctl add_user {user} "$password"',
        "fi",
        f'ctl set_permissions --vhost "$vhost" {user} {_quoted(*permission(process))}',
    ]
    lines += [
        f'ctl set_topic_permissions --vhost "$vhost" {user} {topic.exchange} {_quoted(topic.write, topic.read)}'
        for topic in topic_permissions(process)
    ]
    return "\n".join(lines) + "\n"


def _quoted(*patterns: str) -> str:
    return " ".join(map(shlex.quote, patterns))
