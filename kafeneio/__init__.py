"""The command line: it wires everything into processes, and has what operators do at a shell."""
