"""Links by which a player shares the invitation (RULES.md §7)."""

from urllib.parse import quote

from services.kernel.refusal import Refusal

SCHEME = "https"
"""The scheme of a site on the internet; a development server may do without encryption."""
CHANNEL_NONE = "link"
"""The channel that counts for an invitation link without `c`."""

_LINKS = {
    "facebook": "https://www.facebook.com/sharer/sharer.php?u={u}",
    "email": "mailto:?subject={s}&body={t}%20{u}",
    "whatsapp": "https://wa.me/?text={t}%20{u}",
    "viber": "viber://forward?text={t}%20{u}",
    "telegram": "https://t.me/share/url?url={u}&text={t}",
    "twitter": "https://twitter.com/intent/tweet?text={t}&url={u}",
}
CHANNELS = frozenset(_LINKS)


def check_channel(channel: str | None) -> str | Refusal:
    """The channel that a registration came by. Refusal: `channel_unknown`."""
    if channel is None:
        return CHANNEL_NONE
    return channel if channel in CHANNELS else Refusal("channel_unknown")


def invite_link(host: str, code: str, channel: str | None, scheme: str = SCHEME) -> str:
    """The link that a friend follows; it does not expire. One for no channel in particular names none: `check_channel`
    takes it for `CHANNEL_NONE`, which is nothing that a link may say."""
    link = f"{scheme}://{host}/r/{code}"
    return link if channel is None else f"{link}?c={channel}"


def share_link(host: str, code: str, channel: str, text: str, subject: str, scheme: str = SCHEME) -> str | Refusal:
    """What opens the channel with text and link filled in. Refusal: `channel_unknown`."""
    if channel not in CHANNELS:
        return Refusal("channel_unknown")
    link = invite_link(host, code, channel, scheme)
    return _LINKS[channel].format(u=_escape(link), t=_escape(text), s=_escape(subject))


def _escape(text: str) -> str:
    """Percent-encoding in which only RFC 3986's unreserved characters stand for themselves; half a character is `?`."""
    return quote(text, safe="", errors="replace")


def share_links(host: str, code: str, text: str, subject: str, scheme: str = SCHEME) -> dict[str, str]:
    """The links of all channels."""
    found = {channel: share_link(host, code, channel, text, subject, scheme) for channel in _LINKS}
    return {channel: url for channel, url in found.items() if isinstance(url, str)}
