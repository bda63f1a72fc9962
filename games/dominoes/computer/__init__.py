"""The computer player of dominoes: determinized Monte Carlo (RULES.md §12).

`knowledge` reads what a seat knows from its view and history, `worlds` guesses the hidden hands, `playout` plays many
hands to their ends at once, `search` puts these together, `analysis` appraises moves and deals for finished matches.
All but `knowledge` import numpy.
"""
