"""Training of the nets of tavli by self-play (games/tavli/computer): `python -m tools.train_tavli`."""
