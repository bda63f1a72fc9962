"""Text that people type: cleaned, compared, searched for words, read as a date."""
