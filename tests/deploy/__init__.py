"""What deploy/ promises, read from its files: nothing is rendered and nothing runs, so it takes no cluster."""
