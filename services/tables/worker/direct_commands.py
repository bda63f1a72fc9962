"""Commands that gateways send to the worker's own queue, past the queues of the shards.

Their gateway keeps them until the worker says that it has dealt with them (`Deliveries.taken`). So nothing of them is
lost: what is not for a shard of this worker goes into its shard's queue first.
"""

from collections.abc import Container, Iterator

from services.contracts import tables as commands
from services.tables import metrics
from services.tables.worker.publisher import Publisher
from services.tables.worker.shard_names import key_of, queue_of


class DirectCommands:
    """Those of one cycle."""

    def __init__(self) -> None:
        """None have come yet."""
        self._received: list[commands.Direct] = []
        self._for_others: list[tuple[str, list[commands.Command]]] = []
        """Queues, and commands for them that this worker does not carry out."""

    def receive(self, direct: commands.Direct, owned: Container[str]) -> Iterator[tuple[str, commands.Command]]:
        """The commands for shards in `owned`, each with its shard; all others will be forwarded."""
        self._received.append(direct)
        for queue, sent in direct.commands.items():
            shard = key_of(queue)
            if shard not in owned:
                self._for_others.append((queue, sent))
                continue
            for command in sent:
                yield shard, command

    def forward(self, lost: frozenset[str], publisher: Publisher) -> None:
        """Put into their shards' queues what is for others, `lost` shards among them; then let the gateways know that
        all of it is dealt with."""
        lost_queues = {queue_of(shard) for shard in lost}
        taken = [item for each in self._received for item in each.commands.items() if item[0] in lost_queues]
        for queue, sent in (*self._for_others, *taken):
            metrics.passed_on.inc(len(sent))
            publisher.forward(queue, sent)
        for each in self._received:
            publisher.taken(each.gateway, each.number)
