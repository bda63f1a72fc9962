"""AMQP on an asyncio loop, for the processes that move frames and updates; README.md describes the interface."""

from services.plumbing.aio.opening import open_link
from services.plumbing.aio.protocol import LoopLink
from services.plumbing.broker_errors import BrokerDown, Unroutable

__all__ = ["BrokerDown", "LoopLink", "Unroutable", "open_link"]
