"""MarkdownV2, and the commonly used part of legacy Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.core.json_codec import Json
from sandbox.formatting.parse_errors import bad_entities

RESERVED = frozenset("_*[]()~`>#+-=|{}.!")
KINDS = {"*": "bold", "_": "italic", "__": "underline", "~": "strikethrough", "||": "spoiler"}
LEGACY = {"*": "bold", "_": "italic"}
_TARGET = re.compile(r"\(((?:[^()\\]|\\.)*)\)", re.DOTALL)
_EMOJI = re.compile(r"tg://emoji\?id=(\d+)")
_TIME = re.compile(r"tg://time\?unix=(\d{1,12})(?:&format=(r|w?[dD]?[tT]?))?")


@dataclass(slots=True)
class _Mark:
    mark: str
    start: int
    index: int


class _Reader:
    def __init__(self, source: str, legacy: bool) -> None:
        self.source = source
        self.legacy = legacy
        self.at = 0
        self.out: list[str] = []
        self.length = 0
        self.opened: list[_Mark] = []
        self.entities: list[Json] = []
        self.quote: int | None = None

    def put(self, text: str) -> None:
        self.out.append(text)
        self.length += len(text.encode("utf-16-le", "surrogatepass")) >> 1

    def where(self, index: int) -> int:
        return len(self.source[:index].encode("utf-8", "surrogatepass"))

    def add(self, start: int, **parts: object) -> None:
        if self.length > start:
            self.entities.append({"offset": start, "length": self.length - start, **parts})

    def mark_at(self) -> str:
        table = LEGACY if self.legacy else KINDS
        if not self.legacy and self.source.startswith(("__", "||"), self.at):
            return self.source[self.at : self.at + 2]
        char = self.source[self.at]
        return char if char in table else ""

    def read(self) -> tuple[str, list[Json]]:
        source = self.source
        while self.at < len(source):
            char = source[self.at]
            if char == "\\" and self.at + 1 < len(source) and ord(source[self.at + 1]) < 127:
                self.put(source[self.at + 1])
                self.at += 2
            elif char == "`":
                self.code()
            elif char == "[" or (not self.legacy and source.startswith("![", self.at)):
                self.opened.append(_Mark("![" if char == "!" else "[", self.length, self.at))
                self.at += 2 if char == "!" else 1
            elif char == "]" and self.opened and self.opened[-1].mark in {"[", "!["}:
                self.link()
            elif mark := self.mark_at():
                self.toggle(mark)
            elif not self.legacy and char == ">" and (self.at == 0 or source[self.at - 1] == "\n"):
                if self.quote is None:
                    self.quote = self.length
                self.at += 1
            elif not self.legacy and char in RESERVED:
                raise bad_entities(f"Character '{char}' is reserved and must be escaped with the preceding '\\'")
            else:
                self.plain(char)
        if self.opened:
            last = self.opened[-1]
            kind = KINDS.get(last.mark, "text_link").capitalize()
            raise bad_entities(f"Can't find end of {kind} entity at byte offset {self.where(last.index)}")
        if self.quote is not None:
            self.add(self.quote, type="blockquote")
        return "".join(self.out), self.entities

    def plain(self, char: str) -> None:
        if char == "\n" and self.quote is not None and self.source[self.at + 1 : self.at + 2] != ">":
            self.add(self.quote, type="blockquote")
            self.quote = None
        self.put(char)
        self.at += 1

    def toggle(self, mark: str) -> None:
        ends = self.source[self.at + 2 : self.at + 3] in {"", "\n"}
        unpaired = not any(opened.mark == "||" for opened in self.opened)
        if mark == "||" and self.quote is not None and ends and unpaired:
            self.add(self.quote, type="expandable_blockquote")
            self.quote = None
            self.at += 2
            return
        self.at += len(mark)
        if self.opened and self.opened[-1].mark == mark:
            self.add(self.opened.pop().start, type=KINDS[mark])
        else:
            self.opened.append(_Mark(mark, self.length, self.at - len(mark)))

    def code(self) -> None:
        fence = "```" if self.source.startswith("```", self.at) else "`"
        begin = self.at + len(fence)
        end = begin
        while True:
            end = self.source.find(fence, end)
            if end < 0:
                kind = "Pre" if fence == "```" else "Code"
                raise bad_entities(f"Can't find end of {kind} entity at byte offset {self.where(self.at)}")
            if self.source[end - 1] != "\\":
                break
            end += 1
        body = re.sub(r"\\([\\`])", r"\1", self.source[begin:end])
        parts: dict[str, object] = {"type": "code"}
        if fence == "```":
            parts["type"] = "pre"
            first, newline, rest = body.partition("\n")
            if newline and re.fullmatch(r"[\w+#.-]*", first):
                body = rest
                if first:
                    parts["language"] = first
        start = self.length
        self.put(body)
        self.add(start, **parts)
        self.at = end + len(fence)

    def link(self) -> None:
        mark = self.opened.pop()
        target = _TARGET.match(self.source, self.at + 1)
        self.at = target.end() if target else self.at + 1
        url = re.sub(r"\\(.)", r"\1", target[1]) if target else ""
        if mark.mark == "![":
            if emoji := _EMOJI.fullmatch(url):
                self.add(mark.start, type="custom_emoji", custom_emoji_id=emoji[1])
            elif time := _TIME.fullmatch(url):
                shape = {"date_time_format": time[2]} if time[2] else {}
                self.add(mark.start, type="date_time", unix_time=int(time[1]), **shape)
            else:
                raise bad_entities("Custom emoji entity must contain a tg://emoji URL")
        elif url:
            self.add(mark.start, type="text_link", url=url if ":" in url else f"http://{url}")


def parse_markdown(source: str, legacy: bool) -> tuple[str, list[Json]]:
    return _Reader(source.replace("\r", ""), legacy).read()
