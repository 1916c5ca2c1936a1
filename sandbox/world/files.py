"""Uploaded files, and their description as messages carry it."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why

MOST_BYTES = 64 * 1024 * 1024  # of all files together; the oldest are dropped first
MOST_FILES = 2_000


@dataclass(frozen=True, slots=True)
class File:
    id: str
    kind: str
    name: str
    mime: str
    content: bytes
    width: int = 0
    height: int = 0

    @property
    def unique_id(self) -> str:
        return f"u{self.id}"

    @property
    def path(self) -> str:
        return f"{self.kind}s/{self.id}"

    def basic(self) -> Json:
        return {"file_id": self.id, "file_unique_id": self.unique_id, "file_size": len(self.content)}

    def as_media(self) -> object:
        """Returns the value of the message field that describes this file."""
        fields = self.basic()
        size = {"width": self.width or 512, "height": self.height or 512}
        match self.kind:
            case "photo":
                return [{**fields, **size}]
            case "sticker":
                return fields | size | {"type": "regular", "is_animated": False, "is_video": False}
            case "video" | "animation":
                return fields | size | {"duration": 1, "file_name": self.name, "mime_type": self.mime}
            case "video_note":
                return fields | {"length": 240, "duration": 1}
            case "voice":
                return fields | {"duration": 1, "mime_type": self.mime}
            case "audio":
                return fields | {"duration": 1, "file_name": self.name, "mime_type": self.mime}
            case _:
                return fields | {"file_name": self.name, "mime_type": self.mime}


class Files:
    def __init__(self) -> None:
        self._by_id: dict[str, File] = {}
        self._bytes = 0
        self._last = 0

    def add(self, kind: str, name: str, mime: str, content: bytes) -> File:
        width, height = image_size(content) if kind in {"photo", "sticker", "animation"} else (0, 0)
        if kind == "photo" and content and not width:
            raise Refusal(Why.BAD_IMAGE)
        self._last += 1
        file = File(f"AgAC{self._last:08d}{kind}", kind, name, mime, content, width, height)
        self._by_id[file.id] = file
        self._bytes += len(content)
        while self._bytes > MOST_BYTES or len(self._by_id) > MOST_FILES:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            self._bytes -= len(oldest.content)
        return file

    def find(self, file_id: str) -> File | None:
        return self._by_id.get(file_id)


def image_size(content: bytes) -> tuple[int, int]:
    """Returns width and height of a PNG, GIF, WebP or JPEG; zeros for anything else."""
    try:
        if content[:8] == b"\x89PNG\r\n\x1a\n":
            return struct.unpack(">II", content[16:24])
        if content[:6] in {b"GIF87a", b"GIF89a"}:
            return struct.unpack("<HH", content[6:10])
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _webp_size(content)
        if content[:2] == b"\xff\xd8":
            return _jpeg_size(content)
    except (struct.error, IndexError):
        pass
    return 0, 0


def _webp_size(content: bytes) -> tuple[int, int]:
    if content[12:16] == b"VP8X":
        return (
            1 + int.from_bytes(content[24:27], "little"),
            1 + int.from_bytes(content[27:30], "little"),
        )
    if content[12:16] == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack("<HH", content[26:30])
    return width & 0x3FFF, height & 0x3FFF


def _jpeg_size(content: bytes) -> tuple[int, int]:
    at = 2
    while at < len(content):
        marker, length = content[at + 1], struct.unpack(">H", content[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return 0, 0
