"""The tests of Kafeneio, arranged like the tree they test."""
