"""The version of a Bot API server, and what cannot be used there, are read from the answer to getMe."""

from typing import Any

import aiogram
import pytest
from aiogram.types import User
from structlog.testing import capture_logs

from bot.telegram.calls.server_version import FEATURES, LANDMARKS, older_than, tell_version, unavailable

ME: dict[str, Any] = {"id": 1, "is_bot": True, "first_name": "Омерта", "username": "omerta_bot"}


def server_of(version: tuple[int, int]) -> User:
    """Returns the answer to getMe of a server of that version: fields unknown there are missing."""
    known = {field: False for since, field in LANDMARKS if since <= version}
    return User.model_validate({**ME, **known})


def test_the_newest_server_lacks_nothing() -> None:
    newest = tuple(map(int, aiogram.__api_version__.split(".")))
    me = server_of((newest[0], newest[1]))
    assert older_than(me) is None
    with capture_logs() as logs:
        tell_version(me)
    assert logs == []


@pytest.mark.parametrize(
    ("version", "bound"), [((10, 0), (10, 1)), ((9, 6), (10, 0)), ((9, 5), (9, 6)), ((7, 0), LANDMARKS[0][0])]
)
def test_an_older_server_is_known_by_the_first_field_it_lacks(
    version: tuple[int, int], bound: tuple[int, int]
) -> None:
    me = server_of(version)
    assert older_than(me) == bound
    assert len(unavailable(bound)) == len([since for since, _ in FEATURES if since >= bound])
    with capture_logs() as logs:
        tell_version(me)
    (line,) = logs
    assert line["older_than"] == f"{bound[0]}.{bound[1]}"
    assert line["missing"]


def test_what_is_named_exists_in_the_library() -> None:
    assert {field for _, field in LANDMARKS} <= set(User.model_fields)
    assert [since for since, _ in LANDMARKS] == sorted(since for since, _ in LANDMARKS)
    assert [since for since, _ in FEATURES] == sorted(since for since, _ in FEATURES)
