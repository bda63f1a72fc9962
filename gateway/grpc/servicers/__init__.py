"""The services of the API, a module for each package of protos, and what operators do through them."""
