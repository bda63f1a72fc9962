"""How a simulated step can end other than well; no handler of the services catches these."""


class Violation(BaseException):
    """A promise was broken: the seed has failed."""


class Crash(BaseException):
    """The process whose turn it is dies here."""


def promise(kept: bool, *said: object) -> None:
    """Fail the seed unless a promise is kept; `said` is what was seen."""
    if not kept:
        raise Violation(" ".join(str(each) for each in said))
