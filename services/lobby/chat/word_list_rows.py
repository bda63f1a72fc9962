"""Lists of words that operators have changed; the others are those of the release."""

import sqlalchemy as sa

from services.lobby.schema import word_lists
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


def save(work: Work, name: str, seq: int, words: list[str]) -> None:
    """Store a list, unless a newer one is stored already."""
    row = {"name": name, "seq": seq, "words": encode_text(words)}
    if not insert_if_missing(work, word_lists, row):
        older = sa.and_(word_lists.c.name == name, word_lists.c.seq < seq)
        work.execute(word_lists.update().where(older).values(row))


def find_changed(work: Work) -> dict[str, list[str]]:
    """The lists that operators have changed, by name."""
    return {row.name: decode(row.words) for row in work.execute(sa.select(word_lists))}
