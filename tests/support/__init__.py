"""What tests stand on: private servers, free ports, a browser, and how they are found on this machine."""
