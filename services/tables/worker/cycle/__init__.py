"""One cycle of a worker: messages are decoded, commands applied to tentative tables, committed, and published to
viewers."""
