"""The bare path of a move: the least that a gateway, a broker, a worker and a database have to do for it.

Two small processes on uvloop: WebSockets by picows, AMQP frames read and written by the event loop, PostgreSQL through
libpq on the same loop. There are no sessions, no rules beyond tic-tac-toe, no views for a viewer, no metrics and no
recovery. `make bench` runs it beside the platform and prints the ratio of the two, so that a figure can be judged on
any machine.
"""
