"""Writes everything that is made from the code. Run from the root: `python -m deploy.generate`."""

from deploy.generate.everything import write_all

if __name__ == "__main__":
    write_all()
