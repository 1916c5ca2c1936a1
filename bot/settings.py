"""Settings come from the environment or a file `.env` beside it; `.env.example` explains each."""

import re
import stat
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import structlog
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError

from bot.core.errors import CannotStart

log = structlog.get_logger()


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


ENV_FILE = ".env"
OPEN_TO_OTHERS = stat.S_IROTH | stat.S_IWOTH | stat.S_IWGRP
"""The file's group may read it: a usual way to give a file to a service."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_file=ENV_FILE, extra="ignore", env_ignore_empty=True)

    bot_token: SecretStr = SecretStr("")
    owner_id: int = Field(default=0, ge=0)
    """Who is told of errors; 0: no one."""
    database_url: str = "sqlite+aiosqlite:///data/omerta.db"
    backup_dir: str = ""
    keep_days: int = Field(default=365, ge=1)
    lobby_minutes: int = Field(default=10, ge=1, le=24 * 60)
    stand_ins: bool = True
    """New groups start with computer players allowed to fill empty seats."""
    solo_games_per_hour: int = Field(default=6, ge=0, le=1000)
    """How many games against computer players one person may begin in an hour; 0: there are none."""
    webhook_url: str = ""
    """Empty: long polling."""
    webhook_secret: SecretStr = SecretStr("")
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=0, ge=0, le=65535)
    """0: no web server."""
    end_when_stuck_s: int = Field(default=120, ge=0)
    """After so many seconds in which the event loop runs nothing, the program ends; 0: never."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    log_format: Literal["json", "console"] = "json"
    api_url: str = ""
    """Another Bot API server than Telegram's own."""
    restrict_burst: int = Field(default=4, ge=1, le=30)
    """How many people of one group are muted or freed in any five seconds."""
    speed: float = Field(default=1, ge=1, le=200)

    @field_validator("webhook_secret")
    @classmethod
    def _telegram_takes_it(cls, secret: SecretStr) -> SecretStr:
        if secret.get_secret_value() and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret.get_secret_value()):
            raise ValueError("only A-Z, a-z, 0-9, _ and - are allowed, at most 256 of them")
        return secret

    @model_validator(mode="after")
    def _webhook_is_whole(self) -> Self:
        if self.webhook_url and not self.webhook_secret.get_secret_value():
            raise ValueError("WEBHOOK_URL needs a WEBHOOK_SECRET: without it anybody could send updates")
        if self.webhook_url and not self.web_port:
            raise ValueError("WEBHOOK_URL needs a WEB_PORT to listen on")
        return self


def warn_of_open_file() -> None:
    """Logs a warning if other accounts may read or write `.env`: it holds the token."""
    try:
        mode = stat.S_IMODE(Path(ENV_FILE).stat().st_mode)
    except OSError:
        return  # the settings come from the environment alone
    if mode & OPEN_TO_OTHERS:
        log.warning("env_open_to_others", file=ENV_FILE, mode=f"{mode:04o}", mend=f"chmod 600 {ENV_FILE}")


def readable(kind: type[Settings]) -> Settings:
    """The settings, or one line that says which of them cannot be read."""
    try:
        return kind()
    except ValidationError as bad:
        first = bad.errors(include_input=False)[0]
        name = "_".join(map(str, first["loc"])).upper()
        why = first["msg"].removeprefix("Value error, ")
        said = f"{name} cannot be used: {why}" if name else why
        raise CannotStart(f"{said}. `.env.example` explains it.") from None
    except (SettingsError, OSError, UnicodeError) as bad:
        raise CannotStart(f".env cannot be read ({type(bad).__name__}). It is a text file in UTF-8.") from None
