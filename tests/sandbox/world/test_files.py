"""Uploaded files: bounds and sizes of pictures."""

import pytest

from sandbox.world.files import MOST_FILES, Files, image_size


def test_files_are_bounded_by_number() -> None:
    files = Files()
    first = files.add("document", "a", "text/plain", b"a")
    for _ in range(MOST_FILES):
        files.add("document", "a", "text/plain", b"a")
    assert files.find(first.id) is None


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (7).to_bytes(4, "big") + (5).to_bytes(4, "big"), (7, 5)),
        (b"GIF89a" + (7).to_bytes(2, "little") + (5).to_bytes(2, "little"), (7, 5)),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x05\x00\x07\x03", (7, 5)),
        (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + (6).to_bytes(3, "little") + (4).to_bytes(3, "little"), (7, 5)),
        (b"\xff\xd8\xff", (0, 0)),
        (b"\x89PNG\r\n\x1a\n", (0, 0)),
        (b"", (0, 0)),
    ],
)
def test_a_picture_tells_its_size(content: bytes, size: tuple[int, int]) -> None:
    assert image_size(content) == size
