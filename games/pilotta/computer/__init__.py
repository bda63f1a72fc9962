"""The computer player of pilotta: determinized Monte Carlo for calls and cards (RULES.md §14).

`knowledge` reads what a seat knows from its view and history, `guesses` deals worlds that agree with it, `playout`
plays hands out thousands at a time by the cards of `policy`, `worth` counts what they bring, `prospects` holds
simulated ends of a deal, `cards` and `auction` choose. All but `knowledge` import numpy.
"""
