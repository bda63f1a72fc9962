"""What tables says of the games that there are, for bots that are made."""

from services.contracts.tables import catalogue


def catalogue_of(*games: str, house: tuple[str, ...] = ()) -> catalogue.Catalogue:
    """A catalogue of games for two; `house`: those of them that are house-banked."""
    policies = {"clock_policy": "", "return_policy": "", "leave_policy": ""}
    return catalogue.Catalogue(
        games=[
            catalogue.GameInfo(
                game=game, seats=[2], options={}, sides=[], house_banked=game in house, rules=1, **policies
            )
            for game in games
        ]
    )
