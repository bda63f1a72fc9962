"""Determinized search, as far as families share it: chance, worlds that agree with what a seat knows, and the choice.

A *world* is a guess at the hidden cards (or tiles) that contradicts nothing the seat has seen. Cards are numbers below
63, hands are masks in `int64`. A search takes worlds from `worlds.deals`, weighs them by what plays have shown,
resamples them (`worlds.resampled`), plays each legal move out in all of them, and takes the `choice.best` mean.

The modules of this folder import numpy, so they are imported inside the function that first thinks, never by
`games.registry`.

Determinism: numbers come from `chance.Source` alone, whose bits are the same on every machine; sums are of integers
or `cumsum` (one order), so that nothing hangs on how wide a processor adds.
"""
