"""The calculations of each service, one module a service."""
