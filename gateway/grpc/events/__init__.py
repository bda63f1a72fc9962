"""The log of public events, and the service that streams them to other systems."""
