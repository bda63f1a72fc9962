"""The secrets of a cluster, made from one template: `python -m deploy.secrets`."""
