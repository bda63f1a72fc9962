"""The games on offer: the policies of each, and their options, moves, views and events as JSON Schemas."""
