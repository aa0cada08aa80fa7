"""A position as a picture, for pages of others. It is made of a view that somebody may have: nothing else goes in."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sandtable.core.title import Title
from sandtable.core.views import View
from sandtable.table.messages.positions import SeenView
from sandtable.table.thinking.jobs import Paint

SVG = "image/svg+xml"
PART = 65_536  # bytes that are unpacked at once
GZIP = 16 + zlib.MAX_WBITS  # what zlib calls it


def to_be_painted(title: Title[Any], seen: SeenView) -> Paint:
    plain = {name: getattr(seen, name) for name in seen.__struct_fields__ if name not in ("pieces", "count")}
    return Paint(game=title.key, rules=title.rules_version, view=View(**plain, pieces=tuple(seen.pieces.values())))


def framed(picture: bytes, request: Request) -> Response:
    """As it is for who unpacks it himself, part after part for anybody else: a large map has three megabytes."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(picture, media_type=SVG, headers={**headers, "Content-Encoding": "gzip"})
    return StreamingResponse(_unpacked(picture), media_type=SVG, headers=headers)


def _unpacked(picture: bytes) -> Iterator[bytes]:
    unpacking = zlib.decompressobj(GZIP)
    while picture:
        yield unpacking.decompress(picture, PART)
        picture = unpacking.unconsumed_tail
    yield unpacking.flush()
