"""The command line: it wires everything into processes, and has what operators do at a shell."""

import services  # noqa: F401  # before eventlet, whose warning it keeps out of the log
