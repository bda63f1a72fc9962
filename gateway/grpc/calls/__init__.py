"""What all methods share: calls to services and their refusals, conversion of messages, pages, streams."""
