"""The slowest hundredth of moves: where each of them spent its time (`make bench ARGS="--slowest"`)."""
