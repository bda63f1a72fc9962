"""Commands that gateways send to the worker's own queue, without the queues of the shards.

The gateway keeps each command until the worker reports it as dealt with (`Deliveries.taken`), so none is lost: a
command for another worker's shard is first forwarded to the queue of that shard.
"""

from collections.abc import Container, Iterator

from services.contracts.tables import commands_and_events as commands
from services.tables import metrics
from services.tables.worker.cycle.publisher import Publisher
from services.tables.worker.shards.shard_names import key_of, queue_of


class DirectCommands:
    """The direct commands of one cycle."""

    def __init__(self) -> None:
        """No command has been received yet."""
        self._received: list[commands.Direct] = []
        self._for_others: list[tuple[str, list[commands.Command]]] = []
        """Shard queue → commands for it that this worker does not carry out."""

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
        """Forward the commands that are for other workers, those for `lost` shards among them; then report to the
        gateways that all of their commands are dealt with."""
        lost_queues = {queue_of(shard) for shard in lost}
        taken = [item for each in self._received for item in each.commands.items() if item[0] in lost_queues]
        for queue, sent in (*self._for_others, *taken):
            metrics.passed_on.inc(len(sent))
            publisher.forward(queue, sent)
        for each in self._received:
            publisher.taken(each.gateway, each.number)
