"""HTML and Markdown become text and entities as Telegram makes them, and say where they are broken."""

from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import MessageEntity

from tests.kits.sandbox.stage import Cast

Found = tuple[str, int, int]

HTML: dict[str, tuple[str, set[Found]]] = {
    "plain": ("plain", set()),
    "<b>a</b>": ("a", {("bold", 0, 1)}),
    "<strong>a</strong>": ("a", {("bold", 0, 1)}),
    "<i>a</i><em>b</em>": ("ab", {("italic", 0, 1), ("italic", 1, 1)}),
    "<u>a</u> <ins>b</ins>": ("a b", {("underline", 0, 1), ("underline", 2, 1)}),
    "<s>a</s> <strike>b</strike> <del>c</del>": ("a b c", {("strikethrough", n, 1) for n in (0, 2, 4)}),
    "<tg-spoiler>a</tg-spoiler>": ("a", {("spoiler", 0, 1)}),
    '<span class="tg-spoiler">a</span>': ("a", {("spoiler", 0, 1)}),
    "<code>a</code>": ("a", {("code", 0, 1)}),
    "<pre>a\nb</pre>": ("a\nb", {("pre", 0, 3)}),
    "<blockquote>a</blockquote>": ("a", {("blockquote", 0, 1)}),
    "<blockquote expandable>a</blockquote>": ("a", {("expandable_blockquote", 0, 1)}),
    "<B>a</B>": ("a", {("bold", 0, 1)}),
    "x<b>a</b>y": ("xay", {("bold", 1, 1)}),
    "1 &lt; 2 &amp;&gt; &quot;3&quot; &#1103;&#x44f;": ('1 < 2 &> "3" яя', set()),
    "Tom & Jerry": ("Tom & Jerry", set()),
    # nested
    "<b>a <i>b</i></b>": ("a b", {("bold", 0, 3), ("italic", 2, 1)}),
    "<b><i><u>a</u></i></b>": ("a", {("bold", 0, 1), ("italic", 0, 1), ("underline", 0, 1)}),
    "<blockquote><b>a</b> b</blockquote>": ("a b", {("blockquote", 0, 3), ("bold", 0, 1)}),
    # Telegram counts UTF-16 code units: an emoji outside the first plane is two, a family of three is eight
    "🌙 <b>ночь</b>": ("🌙 ночь", {("bold", 3, 4)}),
    "<b>🌙</b>": ("🌙", {("bold", 0, 2)}),
    "👨‍👩‍👧<b>a</b>": ("👨‍👩‍👧a", {("bold", 8, 1)}),
    "<i>🔫🔪</i>ї<b>є</b>": ("🔫🔪їє", {("italic", 0, 4), ("bold", 5, 1)}),
}


def found(entities: list[MessageEntity] | None) -> set[Found]:
    return {(entity.type, entity.offset, entity.length) for entity in entities or ()}


@pytest.mark.parametrize("html", HTML)
async def test_html(cast: Cast, html: str) -> None:
    text, entities = HTML[html]
    sent = await cast.bot.send_message(cast.ann, html, parse_mode="HTML")
    assert sent.text == text
    assert found(sent.entities) == entities


async def test_each_entity_cuts_out_what_was_marked(cast: Cast) -> None:
    """aiogram's own reading of the offsets agrees."""
    sent = await cast.bot.send_message(cast.ann, "🌙🌙 <b>ночь</b> 🔫 <i>тиха</i>", parse_mode="HTML")
    assert sent.text is not None
    assert [entity.extract_from(sent.text) for entity in sent.entities or ()] == ["ночь", "тиха"]
    assert sent.html_text == "🌙🌙 <b>ночь</b> 🔫 <i>тиха</i>"


ATTRIBUTES: dict[str, dict[str, Any]] = {
    '<a href="https://example.org/?a=1&amp;b=2">link</a>': {
        "type": "text_link",
        "url": "https://example.org/?a=1&b=2",
    },
    '<pre><code class="language-python">print()</code></pre>': {"type": "pre", "language": "python"},
    '<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>': {
        "type": "custom_emoji",
        "custom_emoji_id": "5368324170671202286",
    },
    '<tg-time unix="1893456000" format="r">soon</tg-time>': {
        "type": "date_time",
        "unix_time": 1893456000,
        "date_time_format": "r",
    },
}


@pytest.mark.parametrize("html", ATTRIBUTES)
async def test_tags_with_attributes(cast: Cast, html: str) -> None:
    answer = await cast.stage.call("sendMessage", chat_id=str(cast.ann), text=html, parse_mode="HTML")
    [entity] = answer["result"]["entities"]
    length = len(answer["result"]["text"].encode("utf-16-le")) // 2
    assert entity == {"offset": 0, "length": length, **ATTRIBUTES[html]}


async def test_a_person_without_a_name_is_mentioned_by_a_link(cast: Cast) -> None:
    html = f'<a href="tg://user?id={cast.bob}">the second</a>'
    sent = await cast.bot.send_message(cast.group, html, parse_mode="HTML")
    assert sent.entities is not None
    [entity] = sent.entities
    assert (entity.type, entity.offset, entity.length) == ("text_mention", 0, 10)
    assert entity.user is not None
    assert entity.user.id == cast.bob


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/start now", {("bot_command", 0, 6)}),
        ("see /rules@host_bot", {("bot_command", 4, 15)}),
        ("🌙 https://example.org/a", {("url", 3, 21)}),
        ("hello @host_bot", {("mention", 6, 9)}),
        ("#night falls", {("hashtag", 0, 6)}),
    ],
)
async def test_what_telegram_finds_by_itself(cast: Cast, text: str, expected: set[Found]) -> None:
    sent = await cast.bot.send_message(cast.ann, text)
    assert found(sent.entities) == expected


BROKEN = {
    "<b>a": 'Can\'t find end tag corresponding to start tag "b"',
    "<b><i>a</i>": 'Can\'t find end tag corresponding to start tag "b"',
    "<b>a<i>": 'Can\'t find end tag corresponding to start tag "i"',
    "a</b>": "Unexpected end tag at byte offset 1",
    "я</b>": "Unexpected end tag at byte offset 2",
    "🌙</b>": "Unexpected end tag at byte offset 4",
    "<b>я</i></b>": 'Unmatched end tag at byte offset 5, expected "</b>", found "</i>"',
    "<b><i>a</b></i>": 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
    "<img src=x onerror=alert(1)>": 'Unsupported start tag "img" at byte offset 0',
    "ночь <h1>a</h1>": 'Unsupported start tag "h1" at byte offset 9',
    "1 < 2": 'Unsupported start tag "" at byte offset 2',
}


@pytest.mark.parametrize("html", BROKEN)
async def test_broken_html_says_where(cast: Cast, html: str) -> None:
    with pytest.raises(TelegramBadRequest) as caught:
        await cast.bot.send_message(cast.ann, html, parse_mode="HTML")
    assert caught.value.message == f"Bad Request: can't parse entities: {BROKEN[html]}"


async def test_without_a_parse_mode_tags_are_text(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "<b>a")
    assert sent.text == "<b>a"
    assert not sent.entities


async def test_given_entities_are_kept(cast: Cast) -> None:
    given = [MessageEntity(type="bold", offset=3, length=4)]
    sent = await cast.bot.send_message(cast.ann, "🌙 ночь", entities=given)
    assert found(sent.entities) == {("bold", 3, 4)}


async def test_an_unknown_parse_mode_is_refused(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest, match="unsupported parse_mode"):
        await cast.bot.send_message(cast.ann, "a", parse_mode="BBCode")


@pytest.mark.parametrize(
    ("mode", "text", "expected"),
    [
        ("Markdown", "*a* _b_ `c`", {("bold", 0, 1), ("italic", 2, 1), ("code", 4, 1)}),
        ("MarkdownV2", "*a* _b_ __c__ ~d~ ||e|| `f`", {
            ("bold", 0, 1), ("italic", 2, 1), ("underline", 4, 1),
            ("strikethrough", 6, 1), ("spoiler", 8, 1), ("code", 10, 1),
        }),
        ("MarkdownV2", "🌙 *ночь*", {("bold", 3, 4)}),
    ],
)  # fmt: skip
async def test_markdown(cast: Cast, mode: str, text: str, expected: set[Found]) -> None:
    sent = await cast.bot.send_message(cast.ann, text, parse_mode=mode)
    assert found(sent.entities) == expected


async def test_markdown_v2_wants_its_signs_escaped(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest) as caught:
        await cast.bot.send_message(cast.ann, "ночь.", parse_mode="MarkdownV2")
    assert caught.value.message == (
        "Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'"
    )
    sent = await cast.bot.send_message(cast.ann, "ночь\\.", parse_mode="MarkdownV2")
    assert sent.text == "ночь."


async def test_captions_are_parsed_alike(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "<b>a</b>", parse_mode="HTML")
    edited = await cast.bot.edit_message_text(
        "🌙 <i>b</i>", chat_id=cast.ann, message_id=sent.message_id, parse_mode="HTML"
    )
    assert not isinstance(edited, bool)
    assert (edited.text, found(edited.entities)) == ("🌙 b", {("italic", 3, 1)})


async def test_blanks_at_the_end_are_cut(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "<b>Night</b> falls \n\n", parse_mode="HTML")
    assert sent.text == "Night falls"
