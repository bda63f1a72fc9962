"""The connection to RabbitMQ, or to the broker inside the process: queues, rights, requests, dead letters."""
