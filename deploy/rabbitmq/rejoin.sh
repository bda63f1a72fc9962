#!/bin/sh
# Puts this node of RabbitMQ back into its cluster where `pause_minority` does not.
#
# A node that hung for longer than `net_ticktime` has not seen itself alone: the others dropped it, it did not drop
# them. It goes on by itself, with copies of exchanges, bindings and queues that change no more, until it is restarted.
# Run this at every node, again and again (deploy/RABBITMQ.md): where the node has lost more peers than any peer that
# it has lost (of two that have lost as many, the one of the greater name), and still so a while later, it restarts.
# It compares what Mnesia says at each, for RabbitMQ's own list of partitions is often empty on the side of the majority.
# Those that a majority sees do nothing. It does nothing either where the node is stopped, paused, hung or cannot be
# asked, nor where metadata are in Khepri. Each look leaves at the node's `/metrics` how many peers it has lost
# (kafeneio_broker_lost_peers). `RABBITMQCTL` names another rabbitmqctl, `WAIT_S` the time between looks.
set -u
begun=${TMPDIR:-/tmp}/kafeneio-rejoin # is there while the node is stopped by this script, so that the next run starts it
ctl() { "${RABBITMQCTL:-rabbitmqctl}" --quiet "$@"; }
is_outside() {
  ctl --timeout 20 eval '
    Me = node(),
    Ask = fun(Node, What) -> rpc:call(Node, mnesia, system_info, [What], 5000) end,
    Peers = [Node || Node <- Ask(Me, db_nodes) -- [Me], lists:member(Node, nodes()), Ask(Node, is_running) =:= yes],
    LostBy = fun(Node) -> ([Me | Peers] -- [Node]) -- Ask(Node, running_db_nodes) end,
    Lost = case Ask(Me, is_running) of yes -> LostBy(Me); _ -> [] end,
    Gauge = kafeneio_broker_lost_peers,
    catch prometheus_gauge:declare([{name, Gauge}, {help, "Peers whose changes this node does not see"}]),
    catch prometheus_gauge:set(Gauge, length(Lost)),
    Loses = fun(Peer) -> {length(Lost), Me} > {length(LostBy(Peer)), Peer} end,
    case Lost =/= [] andalso lists:all(Loses, Lost) of
      true -> rejoin;
      false -> stays
    end.' 2>/dev/null | grep -qx rejoin
}

if [ ! -e "$begun" ]; then
  is_outside || exit 0
  sleep "${WAIT_S:-10}"
  is_outside || exit 0
  ctl eval 'logger:warning("This node was split from its cluster and is restarted to rejoin it").' >/dev/null
  : >"$begun" && ctl stop_app
fi
ctl start_app && rm -f "$begun"
exit 0
