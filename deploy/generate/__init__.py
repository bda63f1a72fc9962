"""What in deploy/ is made from the code: `python -m deploy.generate` writes it, a test tells when it has to run."""
