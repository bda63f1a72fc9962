"""What operators rely on in every service: live settings, data requests, encryption, file stores."""
