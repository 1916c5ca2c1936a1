"""Reads the arguments of a call from query, form, multipart or JSON."""

from __future__ import annotations

from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.multipart import BodyPartReader

from sandbox.botapi.arguments import Arguments, Upload
from sandbox.core.json_codec import Json, loads
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LARGEST_REQUEST_BODY

LARGEST_WASTE = 200_000_000  # bytes read of a body that is too large, so that the sender can read the refusal


MOST_FIELDS = 200


async def read_arguments(request: web.Request) -> Arguments:
    """Returns the arguments of a request from its query and its form, multipart or JSON body."""
    values: Json = {}
    files: dict[str, Upload] = {}
    try:
        if request.query_string:
            values.update(parse_qsl(request.query_string, keep_blank_values=True, max_num_fields=MOST_FIELDS))
        if request.body_exists:
            kind = request.headers.get("Content-Type", "")
            if kind.startswith("multipart/"):
                await _read_parts(request, values, files)
            else:
                body = await request.read()
                if kind.startswith("application/json"):
                    given = loads(body) if body.strip() else {}
                    if not isinstance(given, dict):
                        raise Refusal(Why.BAD_JSON, what="request body")
                    values.update(given)
                elif body:
                    text = body.decode()
                    values.update(
                        parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
                    )
    except web.HTTPRequestEntityTooLarge:
        raise Refusal(Why.TOO_LARGE) from None
    except UnicodeError:
        raise Refusal(Why.BAD_UTF8) from None
    except (ValueError, RecursionError):
        raise Refusal(Why.BAD_JSON, what="request body") from None
    return Arguments(values, files)


async def _read_parts(request: web.Request, values: Json, files: dict[str, Upload]) -> None:
    size = fields = 0
    async for part in await request.multipart():
        fields += 1
        if not isinstance(part, BodyPartReader) or not part.name or fields > MOST_FIELDS:
            raise ValueError("a part of no use")
        content = bytearray()
        while chunk := await part.read_chunk(1 << 16):
            size += len(chunk)
            if size <= LARGEST_REQUEST_BODY:
                content += chunk
            elif size > LARGEST_WASTE:
                raise Refusal(Why.TOO_LARGE)
        if part.filename is None:
            values[part.name] = content.decode()
        else:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            files[part.name] = Upload(part.filename, bytes(content), kind)
    if size > LARGEST_REQUEST_BODY:
        raise Refusal(Why.TOO_LARGE)
