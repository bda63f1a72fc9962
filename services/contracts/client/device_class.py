"""What kind of device a session was opened on: a coarse class, never what the browser says of itself
(services/lobby/RULES.md §1)."""

from typing import Literal

from services.contracts.base import Message

Form = Literal["phone", "tablet", "desktop", "program", "unknown"]
Browser = Literal["chrome", "edge", "firefox", "opera", "safari", "samsung", "other", "unknown"]
System = Literal["android", "chromeos", "ios", "linux", "macos", "windows", "unknown"]


class DeviceClass(Message, frozen=True):
    """A form of device, a family of browsers and one of systems. A `program` (a personal token, or a client that is no
    browser) and an `unknown` device have neither browser nor system."""

    form: Form = "unknown"
    browser: Browser = "unknown"
    system: System = "unknown"


UNKNOWN = DeviceClass()
PROGRAM = DeviceClass(form="program")
