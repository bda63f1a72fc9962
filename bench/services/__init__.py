"""What single services do a second, and how soon a sanction, a login or a prize takes effect."""
