"""kafeneio.events.v1: the events of the platform, from a cursor on."""

from collections.abc import Iterator

import grpc

from gateway.grpc.calls.message_conversion import struct_of, time_of
from gateway.grpc.calls.service_calls import refuse
from gateway.grpc.calls.streams import Streams
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2 as pb
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2_grpc
from gateway.public_events.event_log import EventLog, LoggedEvent, LogRefused
from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.kernel.refusal import Refusal


class Events(events_pb2_grpc.EventsServiceServicer):
    """kafeneio.events.v1.EventsService."""

    def __init__(self, streams: Streams, log: EventLog) -> None:
        """`streams` limits the number of followers; `log` has the events."""
        self._streams = streams
        self._log = log

    def Subscribe(self, request: pb.SubscribeRequest, context: grpc.ServicerContext) -> Iterator[pb.SubscribeResponse]:
        """Events of some topics."""
        topics = _topics(context, list(request.topics))
        with self._streams.follow(context) as follower:
            for event in followed(context, self._log.follow(follower, topics, request.after_cursor)):
                data, time = (struct_of(event.data), time_of(event.at_ms)) if event.id else (None, None)
                yield pb.SubscribeResponse(
                    cursor=event.cursor, id=event.id, topic=event.topic, event_time=time, data=data
                )

    def ListTopics(self, _request: pb.ListTopicsRequest, _context: grpc.ServicerContext) -> pb.ListTopicsResponse:
        """All topics."""
        topics = [pb.Topic(topic=topic, description=event.description) for topic, event in PUBLIC_EVENTS.items()]
        return pb.ListTopicsResponse(topics=topics)


def followed(context: grpc.ServicerContext, events: Iterator[LoggedEvent]) -> Iterator[LoggedEvent]:
    """The events of a log; what the log refuses ends the call."""
    try:
        yield from events
    except LogRefused as refused:
        refuse(context, refused.refusal)


def _topics(context: grpc.ServicerContext, asked: list[str]) -> frozenset[str]:
    """The requested topics. Refusal: `topic_invalid`, with the unknown one."""
    found: set[str] = set()
    for each in asked:
        service, _, rest = each.partition(".")
        meant = [topic for topic in PUBLIC_EVENTS if topic == each or (rest == "*" and topic.startswith(f"{service}."))]
        if not meant:
            refuse(context, Refusal("topic_invalid", {"topic": each}))
        found.update(meant)
    if not found:
        refuse(context, Refusal("topic_invalid"))
    return frozenset(found)
