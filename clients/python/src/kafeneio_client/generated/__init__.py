"""Made from the platform's contracts by `make clients`. Do not edit."""
