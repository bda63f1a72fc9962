"""The network splits and servers fail over while robots play (`make splits`)."""
