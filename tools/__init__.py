"""Helpers of the Makefile; nothing of the running system needs them."""
