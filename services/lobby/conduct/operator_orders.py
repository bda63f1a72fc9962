"""Orders and settings of operators that the lobby carries out: the terms, and the lists of words in chat
(services/moderation/RULES.md §7, §13)."""

from collections.abc import Sequence

import msgspec

from services.contracts.moderation import orders as contract
from services.kernel.refusal import Refusal
from services.lobby.accounts.terms.use_cases import post_terms
from services.lobby.chat import rows as stored
from services.lobby.ports import Ports
from services.platform.database.unit_of_work import Work

WORD_LISTS = ("chat_words", "hand_talk_words")


def terms_ordered(work: Work, _ports: Ports, events: Sequence[contract.OrderPlaced]) -> None:
    """Post new versions of the terms and rules."""
    for event in events:
        order = event.operation
        assert isinstance(order, contract.PostTerms)
        found = post_terms(work, {"el": order.el, "en": order.en, "es": order.es})
        if isinstance(found, Refusal):
            work.publish(contract.OrderAnswered(order=event.order, error=found.error, detail=found.detail))
        else:
            work.publish(contract.OrderAnswered(order=event.order, detail=msgspec.to_builtins(found)))


def settings_changed(work: Work, _ports: Ports, events: Sequence[contract.SettingChanged]) -> None:
    """Keep the lists of words that are signals in chat (services/moderation/RULES.md §7)."""
    for event in sorted(events, key=lambda each: each.seq):
        if event.name in WORD_LISTS and isinstance(event.value, list):
            stored.save_word_list(work, event.name, event.seq, [str(word) for word in event.value])
