"""A port of the web server that somebody else takes between the host's look at it and its use."""

import socket

import pytest

from bot.core.errors import CannotStart
from bot.runtime.web_server import Web, bind
from bot.settings import Settings


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


async def test_of_two_hosts_that_start_at_the_same_time_one_is_told_that_the_port_is_taken() -> None:
    settings = Settings.model_validate({"bot_token": "1:x", "web_port": free_port()})
    with bind(settings) as first, bind(settings) as second:
        web = Web(None, None)  # type: ignore[arg-type]
        first.listen()
        with pytest.raises(CannotStart, match=f"127.0.0.1:{settings.web_port} .*Set another WEB_PORT"):
            await web.start(second)
        await web.stop()
