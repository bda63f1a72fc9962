"""Input and output without rules: one job a file. Only this package and service.py files know nameko and eventlet."""
