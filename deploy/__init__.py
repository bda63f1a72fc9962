"""Running Kafeneio elsewhere than on one's own machine. Nothing in here is imported by the platform."""
