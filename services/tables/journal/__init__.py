"""The journal in the database: written by fenced batches, read back for recovery, recordings and privacy."""
