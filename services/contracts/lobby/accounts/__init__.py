"""Accounts: ways in, registration, guests, pictures, visits to other cells, privacy."""
