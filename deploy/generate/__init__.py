"""The files in deploy/ that are generated from the code: `python -m deploy.generate` writes them, and a test fails
when they are out of date."""
