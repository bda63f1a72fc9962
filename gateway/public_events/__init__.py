"""The log of public events: where they are kept, and how they are followed from a cursor on."""
