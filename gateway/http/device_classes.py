"""The class of the device that sends a request, from the headers by which browsers say what they are.

Whatever is missing, too long, or not of the few forms that are known here is `unknown`. Nothing of the headers is kept.
"""

import re
from collections.abc import Callable, Mapping

from services.contracts.client.device_class import PROGRAM, UNKNOWN, Browser, DeviceClass, Form, System

_LENGTH_MAX = 512
"""The longest that a browser says of itself is half of that."""
FORM_HEADER = "Kafeneio-Form"
"""By which our page says `tablet` on an iPad that asks for pages of a desktop; any other value says nothing."""
_PRINTABLE = re.compile(r"[ -~]+")
_BROWSER = re.compile(r"Mozilla/5\.0 \(([^()]{1,200})\)(.*)")
"""What every browser says: the system in parentheses, then engine and browser."""
_PROGRAM = re.compile(
    r"(aiohttp|axios|curl|dart|go-http-client|grpc|httpie|java|kafeneio|libwww-perl|node|okhttp|php|postmanruntime|"
    r"python|ruby|undici|wget)\b|.*(bot|crawler|spider)\b",
    re.IGNORECASE,
)
_BROWSERS: tuple[tuple[str, Browser], ...] = (
    ("Edg/", "edge"),
    ("EdgA/", "edge"),
    ("EdgiOS/", "edge"),
    ("OPR/", "opera"),
    ("SamsungBrowser/", "samsung"),
    ("Vivaldi/", "other"),
    ("YaBrowser/", "other"),
    ("FxiOS/", "firefox"),
    ("Firefox/", "firefox"),
    ("CriOS/", "chrome"),
    ("Chrome/", "chrome"),
    ("Safari/", "safari"),
)
"""What stands behind the system, the more special first: many browsers name others too."""
_SYSTEMS: tuple[tuple[str, System], ...] = (
    ("iPhone", "ios"),
    ("iPad", "ios"),
    ("iPod", "ios"),
    ("Android", "android"),
    ("CrOS", "chromeos"),
    ("Windows NT", "windows"),
    ("Macintosh", "macos"),
    ("Linux", "linux"),
)
_PLATFORMS: Mapping[str, System] = {
    '"Android"': "android",
    '"Chrome OS"': "chromeos",
    '"Linux"': "linux",
    '"Windows"': "windows",
    '"iOS"': "ios",
    '"macOS"': "macos",
}
"""Values of the client hint `Sec-CH-UA-Platform`."""


def device_class_of(header: Callable[[str], str]) -> DeviceClass:
    """The class by `User-Agent`, and by the client hints `Sec-CH-UA-Platform` and `Sec-CH-UA-Mobile` where a browser
    sends them. An iPad whose browser asks for pages of a desktop says what a Mac says; our page sees its touch screen
    and says `tablet` in `Kafeneio-Form`, which counts beside what a Mac says, and nowhere else."""
    said = header("User-Agent")
    if len(said) > _LENGTH_MAX or _PRINTABLE.fullmatch(said) is None:
        return UNKNOWN
    if _PROGRAM.match(said):
        return PROGRAM
    parts = _BROWSER.fullmatch(said)
    if parts is None:
        return UNKNOWN
    where, rest = parts.groups()
    named = next((system for word, system in _SYSTEMS if word in where), None)
    system = _PLATFORMS.get(header("Sec-CH-UA-Platform"), named)
    if system is None:
        return UNKNOWN
    if system == "macos" and header(FORM_HEADER) == "tablet":
        system, where = "ios", "iPad"
    browser: Browser = next((family for word, family in _BROWSERS if word in rest), "other")
    return DeviceClass(form=_form(system, where, rest, header("Sec-CH-UA-Mobile")), browser=browser, system=system)


def _form(system: System, where: str, rest: str, mobile: str) -> Form:
    if system == "ios":
        return "tablet" if "iPad" in where else "phone"
    if system == "android":
        is_phone = mobile == "?1" or "Mobile" in f"{where} {rest}"
        return "phone" if is_phone else "tablet"
    return "desktop"
