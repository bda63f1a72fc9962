"""What ranking counts."""

from prometheus_client import Counter

matches = Counter("kafeneio_ranking_matches", "Finished matches heard of, by outcome of the rating", ["outcome"])
"""`rated`, `unchanged` (nobody's rating moves), `not_rated` (of a kind that is not), `repeated`."""
