"""Deployment of Kafeneio on clusters and servers. Nothing in here is imported by the platform."""
