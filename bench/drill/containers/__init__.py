"""One server in containers, tried with podman (`make compose-drill`)."""
