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

if ! grep -qxF "${prefix}wallet" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}wallet" >&2; exit 1; }
  ctl add_user "${prefix}wallet" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}wallet" '^(rpc\.reply\.(run-)?wallet\..+|rpc-wallet|events\.wallet\..+|dead\.wallet|cell\..+|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?wallet\..+|rpc-wallet|events\.wallet\..+|dead\.wallet|cell\..+|kafeneio\.events|amq\.default)$' '^(rpc\.reply\.(run-)?wallet\..+|rpc-wallet|events\.wallet\..+|dead\.wallet|cell\..+|kafeneio\.events|nameko\-rpc)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}wallet" kafeneio.events '^(wallet\..+|privacy\.export_answered|privacy\.erasure_answered|orders\.order_answered|orders\.settings_announced)$' '.*'
ctl set_topic_permissions --vhost "$vhost" "${prefix}wallet" nameko-rpc '^$' '^wallet\.'

if ! grep -qxF "${prefix}ranking" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}ranking" >&2; exit 1; }
  ctl add_user "${prefix}ranking" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}ranking" '^(rpc\.reply\.(run-)?ranking\..+|rpc-ranking|events\.ranking\..+|dead\.ranking|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?ranking\..+|rpc-ranking|events\.ranking\..+|dead\.ranking|kafeneio\.events|amq\.default)$' '^(rpc\.reply\.(run-)?ranking\..+|rpc-ranking|events\.ranking\..+|dead\.ranking|kafeneio\.events|nameko\-rpc)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}ranking" kafeneio.events '^(ranking\..+|privacy\.export_answered|privacy\.erasure_answered|orders\.order_answered|orders\.settings_announced)$' '.*'
ctl set_topic_permissions --vhost "$vhost" "${prefix}ranking" nameko-rpc '^$' '^ranking\.'

if ! grep -qxF "${prefix}moderation" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}moderation" >&2; exit 1; }
  ctl add_user "${prefix}moderation" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}moderation" '^(rpc\.reply\.(run-)?moderation\..+|rpc-moderation|events\.moderation\..+|dead\.moderation|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?moderation\..+|rpc-moderation|events\.moderation\..+|dead\.moderation|kafeneio\.events|amq\.default)$' '^(rpc\.reply\.(run-)?moderation\..+|rpc-moderation|events\.moderation\..+|dead\.moderation|kafeneio\.events|nameko\-rpc)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}moderation" kafeneio.events '^(moderation\..+|privacy\.export_answered|privacy\.erasure_answered|orders\.order_answered|orders\.settings_announced)$' '.*'
ctl set_topic_permissions --vhost "$vhost" "${prefix}moderation" nameko-rpc '^$' '^moderation\.'

if ! grep -qxF "${prefix}lobby" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}lobby" >&2; exit 1; }
  ctl add_user "${prefix}lobby" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}lobby" '^(rpc\.reply\.(run-)?lobby\..+|rpc-lobby|events\.lobby\..+|dead\.lobby|lobby\.beats\..+|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?lobby\..+|rpc-lobby|events\.lobby\..+|dead\.lobby|lobby\.beats\..+|kafeneio\.events|amq\.default|nameko\-rpc|kafeneio\.push)$' '^(rpc\.reply\.(run-)?lobby\..+|rpc-lobby|events\.lobby\..+|dead\.lobby|lobby\.beats\..+|kafeneio\.events|nameko\-rpc|kafeneio\.beats)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}lobby" kafeneio.events '^(lobby\..+|privacy\.export_answered|privacy\.erasure_answered|orders\.order_answered|orders\.settings_announced)$' '.*'
ctl set_topic_permissions --vhost "$vhost" "${prefix}lobby" nameko-rpc '^(moderation\.(decide_company|file_appeal|file_report|get_conduct)|ranking\.(get_ratings)|tables\.(check_options|check_tables_left|get_catalogue|get_match)|wallet\.(buy_item|check_guest|check_money_settled|check_stake|find_inviter|get_balance|get_care|welcome))$' '^lobby\.'

if ! grep -qxF "${prefix}tournaments" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}tournaments" >&2; exit 1; }
  ctl add_user "${prefix}tournaments" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}tournaments" '^(rpc\.reply\.(run-)?tournaments\..+|rpc-tournaments|events\.tournaments\..+|dead\.tournaments|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?tournaments\..+|rpc-tournaments|events\.tournaments\..+|dead\.tournaments|kafeneio\.events|amq\.default|nameko\-rpc|kafeneio\.push)$' '^(rpc\.reply\.(run-)?tournaments\..+|rpc-tournaments|events\.tournaments\..+|dead\.tournaments|kafeneio\.events|nameko\-rpc)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}tournaments" kafeneio.events '^(tournaments\..+|privacy\.export_answered|privacy\.erasure_answered|orders\.order_answered|orders\.settings_announced)$' '.*'
ctl set_topic_permissions --vhost "$vhost" "${prefix}tournaments" nameko-rpc '^(lobby\.(active|check_maker|find_gateways|get_competitor|get_faces|list_friends|list_own_companies)|moderation\.(file_report|get_conduct)|tables\.(check_options)|wallet\.(pay_entry))$' '^tournaments\.'

if ! grep -qxF "${prefix}tables" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}tables" >&2; exit 1; }
  ctl add_user "${prefix}tables" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}tables" '^(rpc\.reply\.(run-)?tables\..+|rpc-tables|events\.tables\..+|dead\.tables|tables\..+|direct\..+|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?tables\..+|rpc-tables|events\.tables\..+|dead\.tables|tables\..+|direct\..+|kafeneio\.events|amq\.default|kafeneio\.roll)$' '^(rpc\.reply\.(run-)?tables\..+|rpc-tables|events\.tables\..+|dead\.tables|tables\..+|direct\..+|kafeneio\.events|nameko\-rpc|kafeneio\.beats)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}tables" kafeneio.events '^(tables\..+|privacy\.export_answered|privacy\.erasure_answered|orders\.order_answered|orders\.settings_announced)$' '.*'
ctl set_topic_permissions --vhost "$vhost" "${prefix}tables" nameko-rpc '^$' '^tables\.'

if ! grep -qxF "${prefix}gateway" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}gateway" >&2; exit 1; }
  ctl add_user "${prefix}gateway" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}gateway" '^(rpc\.reply\.(run-)?gateway\..+|rpc\.reply\.run-http\..+|gateway\..+|events\.log|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?gateway\..+|rpc\.reply\.run-http\..+|gateway\..+|events\.log|nameko\-rpc|kafeneio\.beats|kafeneio\.rates|kafeneio\.push\-routes|kafeneio\.event\-marks|amq\.default)$' '^(rpc\.reply\.(run-)?gateway\..+|rpc\.reply\.run-http\..+|gateway\..+|events\.log|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.rates|kafeneio\.events|kafeneio\.event\-marks)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}gateway" kafeneio.events '^$' '^(lobby\.registered|tables\.match_finished|tables\.table_done|wallet\.match_settled|wallet\.match_corrected|ranking\.rated|ranking\.quintiles_changed|ranking\.board_closed|wallet\.board_prizes_paid|tournaments\.game_called|tournaments\.result_corrected|tournaments\.prizes_asked)\.#$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}gateway" nameko-rpc '^(?!(lobby\.(check_maker|find_gateways|get_competitor|get_faces)|moderation\.(decide_company)|tables\.(check_tables_left)|wallet\.(buy_item|check_guest|check_money_settled|check_stake|find_inviter|pay_entry|welcome)|wallet\.(approve_credit|get_balances|get_transfer|list_ledger|list_pending_credits|move_chips))$)(wallet|ranking|moderation|lobby|tournaments|tables)\.' '^$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}gateway" kafeneio.push-routes '^$' '.*'

if ! grep -qxF "${prefix}grpc" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}grpc" >&2; exit 1; }
  ctl add_user "${prefix}grpc" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}grpc" '^(rpc\.reply\.(run-)?grpc\..+|events\.log|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(rpc\.reply\.(run-)?grpc\..+|events\.log|nameko\-rpc|kafeneio\.event\-marks)$' '^(rpc\.reply\.(run-)?grpc\..+|events\.log|kafeneio\.events|kafeneio\.event\-marks)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}grpc" kafeneio.events '^$' '^(lobby\.registered|tables\.match_finished|tables\.table_done|wallet\.match_settled|wallet\.match_corrected|ranking\.rated|ranking\.quintiles_changed|ranking\.board_closed|wallet\.board_prizes_paid|tournaments\.game_called|tournaments\.result_corrected|tournaments\.prizes_asked)\.#$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}grpc" nameko-rpc '^(?!(lobby\.(check_maker|find_gateways|get_competitor|get_faces)|moderation\.(decide_company)|tables\.(check_tables_left)|wallet\.(buy_item|check_guest|check_money_settled|check_stake|find_inviter|pay_entry|welcome))$)(wallet|ranking|moderation|lobby|tournaments|tables)\.' '^$'

if ! grep -qxF "${prefix}bridge" <<<"$known"; then
  read -r password || { echo "there is no password for" "${prefix}bridge" >&2; exit 1; }
  ctl add_user "${prefix}bridge" "$password"
fi
ctl set_permissions --vhost "$vhost" "${prefix}bridge" '^(cell\..+|kafeneio\.events|kafeneio\.push|kafeneio\.push\-routes|kafeneio\.roll|kafeneio\.beats|kafeneio\.event\-marks|kafeneio\.rates|nameko\-rpc)$' '^(cell\..+|kafeneio\.events|amq\.default)$' '^(cell\..+)$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}bridge" kafeneio.events '^(cells\.cell_message_sent)$' '^$'
ctl set_topic_permissions --vhost "$vhost" "${prefix}bridge" nameko-rpc '^$' '^$'
