"""Analyses of finished matches: jobs, the processes that compute them, reports, and the problem of the day."""
