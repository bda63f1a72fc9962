"""A year in an hour and a half: real processes, for which the time goes ahead by hours (`make soak`)."""
