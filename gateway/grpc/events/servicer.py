"""kafeneio.events.v1: the events of the platform, from a cursor on."""

import time
from collections.abc import Iterator

import grpc
import msgspec

from gateway.grpc.access.tokens import caller_now
from gateway.grpc.calls.message_conversion import struct_of, time_of
from gateway.grpc.calls.service_calls import refuse
from gateway.grpc.calls.streams import Streams
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2 as pb
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2_grpc
from gateway.public_events.event_log import TELL_CURSOR_S, EventLog, LoggedEvent, LogRefused
from services.contracts.partners.public_events import PUBLIC_EVENTS, TOPICS_OF_PLAYERS
from services.kernel.refusal import Refusal


class Events(events_pb2_grpc.EventsServiceServicer):
    """kafeneio.events.v1.EventsService."""

    def __init__(self, streams: Streams, log: EventLog) -> None:
        """`streams` limits the number of followers; `log` has the events."""
        self._streams = streams
        self._log = log

    def Subscribe(self, request: pb.SubscribeRequest, context: grpc.ServicerContext) -> Iterator[pb.SubscribeResponse]:
        """Events of some topics; to a player's program what the player may see of them, as REST's stream has it."""
        account = caller_now.get().account
        topics = _topics(context, list(request.topics), _shown_to(account))
        with self._streams.follow(context) as follower:
            events = followed(context, self._log.follow(follower, topics, request.after_cursor))
            yield from map(_response, _seen_by(account, events) if account else events)

    def ListTopics(self, _request: pb.ListTopicsRequest, _context: grpc.ServicerContext) -> pb.ListTopicsResponse:
        """All topics that the caller may follow."""
        shown = _shown_to(caller_now.get().account)
        topics = [pb.Topic(topic=topic, description=PUBLIC_EVENTS[topic].description) for topic in shown]
        return pb.ListTopicsResponse(topics=topics)


def _response(event: LoggedEvent) -> pb.SubscribeResponse:
    data, at = (struct_of(event.data), time_of(event.at_ms)) if event.id else (None, None)
    return pb.SubscribeResponse(cursor=event.cursor, id=event.id, topic=event.topic, event_time=at, data=data)


def _seen_by(account: str, events: Iterator[LoggedEvent]) -> Iterator[LoggedEvent]:
    """What a player sees of events; while there is nothing, now and then the position."""
    said_s = time.monotonic()
    for event in events:
        data = PUBLIC_EVENTS[event.topic].shown_to(account, event.data) if event.id else None
        if data is not None:
            event = msgspec.structs.replace(event, data=data)
        elif event.id:
            if time.monotonic() - said_s < TELL_CURSOR_S:
                continue
            event = LoggedEvent(event.cursor)
        said_s = time.monotonic()
        yield event


def _shown_to(account: str) -> list[str]:
    """The topics that another system may follow, or an account's program."""
    return [topic for topic in PUBLIC_EVENTS if not account or topic in TOPICS_OF_PLAYERS]


def followed(context: grpc.ServicerContext, events: Iterator[LoggedEvent]) -> Iterator[LoggedEvent]:
    """The events of a log; what the log refuses ends the call."""
    try:
        yield from events
    except LogRefused as refused:
        refuse(context, refused.refusal)


def _topics(context: grpc.ServicerContext, asked: list[str], shown: list[str]) -> frozenset[str]:
    """The requested topics, of those that the caller may follow. Refusal: `topic_invalid`, with the unknown one."""
    found: set[str] = set()
    for each in asked:
        service, _, rest = each.partition(".")
        meant = [topic for topic in shown if topic == each or (rest == "*" and topic.startswith(f"{service}."))]
        if not meant:
            refuse(context, Refusal("topic_invalid", {"topic": each}))
        found.update(meant)
    if not found:
        refuse(context, Refusal("topic_invalid"))
    return frozenset(found)
