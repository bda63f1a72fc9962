"""The journal by days: PostgreSQL's partitions, and old days in archive files, which are listed, read, and checked."""
