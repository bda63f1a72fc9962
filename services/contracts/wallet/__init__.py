"""Requests to the wallet and its events: chips, stakes, payments, lotteries, shop, limits."""
