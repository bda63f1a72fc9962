"""What other systems read of tables: matches many at once and in pages, and a running table as spectators see it."""
