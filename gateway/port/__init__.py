"""The public port: connections are accepted, their first request is read, and each is passed to the part that serves
it."""
