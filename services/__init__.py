"""The services of Kafeneio; see ARCHITECTURE.md for who owns what."""
