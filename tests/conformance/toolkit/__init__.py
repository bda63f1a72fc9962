"""What several families need to read and write plain data."""
