"""The head of an HTTP request, as far as the gateway itself reads any: for sockets and probes."""

from urllib.parse import unquote

HEAD_END = b"\r\n\r\n"
HEAD_BYTES_MAX = 16_384


def read_head(head: bytes, address: str) -> dict[str, str] | None:
    """The request as WSGI names its parts; None where it cannot be read. `head`: up to the empty line."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return None
    path, _, query = parts[1].partition("?")
    found = {"REQUEST_METHOD": parts[0], "PATH_INFO": unquote(path), "QUERY_STRING": query, "REMOTE_ADDR": address}
    for line in lines:
        name, colon, text = line.partition(":")
        if not colon or not name or name != name.strip():
            return None
        key = "HTTP_" + name.upper().replace("-", "_")
        found[key] = f"{found[key]},{text.strip()}" if key in found else text.strip()
    return found
