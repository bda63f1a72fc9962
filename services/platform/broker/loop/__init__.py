"""AMQP on an asyncio loop, for the processes that move frames and updates; README.md describes the interface."""

from services.platform.broker.errors import BrokerDown, Unroutable
from services.platform.broker.loop.opening import open_link
from services.platform.broker.loop.protocol import LoopLink

__all__ = ["BrokerDown", "LoopLink", "Unroutable", "open_link"]
