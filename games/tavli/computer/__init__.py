"""The computer player's judgement: nets over features of a position, and a few half-moves of looking ahead.

Everything here imports numpy; the rest of the family does not, and imports this folder only when a computer thinks.
"""
