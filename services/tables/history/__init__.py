"""Finished matches: recordings, replays, the Academy and statistics. Pure; the rows come from `journal`."""
