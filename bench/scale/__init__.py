"""Whether costs stay flat as players become more, and what a given number of players needs."""
