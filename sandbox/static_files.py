"""Serves the page's files, and files that were sent in messages."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from aiohttp import web

from sandbox.core.origin_check import OriginCheck
from sandbox.world.world import World

PAGE = (Path(__file__).parent / "page").resolve()
SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:;"
    " font-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def add_routes(app: web.Application, world: World, origin_check: OriginCheck) -> None:
    async def index(request: web.Request) -> web.StreamResponse:
        origin_check.check(request)
        return _file(PAGE / "index.html")

    async def page(request: web.Request) -> web.StreamResponse:
        origin_check.check(request)
        try:
            wanted = (PAGE / request.match_info["path"]).resolve()
        except (ValueError, OSError):
            raise web.HTTPNotFound from None
        if not wanted.is_relative_to(PAGE):
            raise web.HTTPNotFound
        return _file(wanted)

    async def media(request: web.Request) -> web.StreamResponse:
        origin_check.check(request)
        return _sent(world, request.match_info["file_id"])

    async def file(request: web.Request) -> web.StreamResponse:
        token, _, path = request.path.removeprefix("/file/bot").partition("/")
        if unquote(token) not in world.users.tokens:
            return web.json_response({"ok": False, "error_code": 401, "description": "Unauthorized"}, status=401)
        return _sent(world, path.rpartition("/")[2])

    app.router.add_get("/", index)
    app.router.add_get("/page/{path:.*}", page)
    app.router.add_get("/media/{file_id}", media)
    app.router.add_get("/file/bot{tail:.*}", file)


def _file(path: Path) -> web.StreamResponse:
    if not path.is_file():
        raise web.HTTPNotFound(headers=HEADERS)
    return web.FileResponse(path, headers=HEADERS)


def _sent(world: World, file_id: str) -> web.StreamResponse:
    file = world.files.find(file_id)
    if file is None:
        raise web.HTTPNotFound
    headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"}
    picture = file.mime if file.mime in SHOWN else "image/png" if file.kind == "photo" else None
    if picture is None:  # an uploaded file must never be rendered as a page of this origin
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=file.content, content_type=picture or "application/octet-stream", headers=headers)
