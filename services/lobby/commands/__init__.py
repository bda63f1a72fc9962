"""Commands of clients that may come twice and are carried out once."""
