"""Requests that the platform makes of servers whose addresses others have named."""
