"""The file of a call: uploaded with it, named by its id, or by an address."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call
from sandbox.core.refusals import Refusal, Why
from sandbox.world.files import File


def file_argument(call: Call, name: str, kind: str | None = None, value: str | None = None) -> File:
    kind = kind or name
    value = call.args.text(name) if value is None else value
    upload = call.args.files.get(value.removeprefix("attach://") if value.startswith("attach://") else name)
    if upload is not None and (not value or value.startswith("attach://")):
        if not upload.content:
            raise Refusal(Why.FILE_EMPTY)
        return call.world.files.add(kind, upload.name, upload.content_type, upload.content)
    if not value or value.startswith("attach://"):
        raise Refusal(Why.FILE_MISSING, what=kind.replace("_", " "))
    if value.startswith(("http://", "https://")):  # nothing is downloaded
        return call.world.files.add(kind, value.rpartition("/")[2], "application/octet-stream", b"")
    file = call.world.files.find(value)
    if file is None or kind not in {file.kind, "document"}:
        raise Refusal(Why.FILE_UNKNOWN)
    return file
