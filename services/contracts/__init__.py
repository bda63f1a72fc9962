"""Every internal message, declared once: requests and answers, events, table commands, client frames.

A request's wire name is its class name in snake case and its service is its module: `lobby.LogIn` is answered by
the lobby's `log_in`. The same holds for events: `tables.MatchFinished` travels as `tables.match_finished`.
"""
