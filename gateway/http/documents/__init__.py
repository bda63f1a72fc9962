"""The documents of the API, made of routes and contracts: OpenAPI, AsyncAPI, and the reference page."""
