"""The faults of the drill, each with the alert that must call somebody."""
