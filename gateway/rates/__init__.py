"""Limits on how often a client may do something: token buckets, and what all gateways have counted together."""
