"""Two sides that lay melds, with a pot for each: what buraco and mpirimpa do alike, one subject a file.

A family keeps its own state, view and sheet; what differs is handed in, or is a method that the family fills in.
"""
