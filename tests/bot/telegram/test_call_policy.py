"""The time limit of a call and whether it may be repeated are declared for every method that the host uses."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiogram.methods
import pytest
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageText,
    GetChatMember,
    GetMe,
    RestrictChatMember,
    SendMessage,
    TelegramMethod,
)
from aiogram.types import CallbackQuery, Message

from bot.telegram.calls.call_policy import POLICIES, policy_of

ROOT = Path(__file__).parents[3]
FILES = sorted(file for folder in ("bot", "handlers") for file in (ROOT / folder).rglob("*.py"))
RECEIVERS = {"query": CallbackQuery, "message": Message}
"""Names that handlers give to those objects of aiogram that can make calls."""


def method_class(name: str) -> type[TelegramMethod[Any]] | None:
    found = getattr(aiogram.methods, name, None)
    is_method = inspect.isclass(found) and issubclass(found, TelegramMethod) and found is not TelegramMethod
    return found if is_method else None


def used(tree: ast.AST) -> Iterator[type[TelegramMethod[Any]]]:
    """Returns the methods used by name, or by a shortcut of aiogram such as `query.answer`."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("aiogram.methods"):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            shortcut = getattr(RECEIVERS.get(node.value.id), node.attr, None)
            made = getattr(shortcut, "__annotations__", {}).get("return", "")
            names = [str(made).partition("[")[0].strip("'\"")]
        yield from filter(None, map(method_class, names))


def test_every_method_that_is_used_has_its_policy() -> None:
    found = {method for file in FILES for method in used(ast.parse(file.read_text("utf-8")))}
    assert {SendMessage, AnswerCallbackQuery, aiogram.methods.EditMessageReplyMarkup} <= found
    assert sorted(method.__name__ for method in found - POLICIES.keys()) == []


def other_ways(tree: ast.AST) -> Iterator[str]:
    """Returns calls that name no class: `bot.send_message`, `methods.SendMessage`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "aiogram":
            yield from (alias.name for alias in node.names if alias.name == "methods")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "bot":
            yield from (name for name in (node.attr,) if method_class(name.title().replace("_", "")))


def test_nothing_is_called_by_another_way() -> None:
    assert list(other_ways(ast.parse("bot.send_message(5, 'x')"))) == ["send_message"]
    assert [name for file in FILES for name in other_ways(ast.parse(file.read_text("utf-8")))] == []


@pytest.mark.parametrize(
    ("method", "repeatable"),
    [
        (SendMessage(chat_id=5, text="x"), True),
        (EditMessageText(chat_id=5, message_id=1, text="x"), True),
        (GetChatMember(chat_id=5, user_id=5), True),
        (RestrictChatMember(chat_id=5, user_id=5, permissions=aiogram.types.ChatPermissions()), True),
        (GetMe(), True),
        (AnswerCallbackQuery(callback_query_id="9"), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_may_be_done_again(method: TelegramMethod[Any], *, repeatable: bool) -> None:
    assert policy_of(method).repeatable is repeatable
    assert 0 < policy_of(method).limit_s <= 120


def test_a_tap_is_answered_quickly_or_not_at_all() -> None:
    """Telegram accepts the answer for a quarter of a minute; a handler waits for it."""
    assert policy_of(AnswerCallbackQuery(callback_query_id="9")).limit_s <= 5


def test_what_nobody_has_declared_is_not_repeated() -> None:
    assert not policy_of(aiogram.methods.LeaveChat(chat_id=5)).repeatable
