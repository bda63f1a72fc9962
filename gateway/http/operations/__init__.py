"""What an operation of REST is: path, body, answer and refusals, and how most of them are one call to a service."""
