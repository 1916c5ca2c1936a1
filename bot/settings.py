"""Settings come from the environment or a file `.env` beside it; `.env.example` explains each."""

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.store.opening import CannotStart


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    bot_token: SecretStr = SecretStr("")
    database_url: str = "sqlite+aiosqlite:///data/omerta.db"
    api_url: str = ""
    """Another Bot API server than Telegram's own."""
    speed: float = Field(default=1, ge=1, le=200)
    lobby_minutes: int = Field(default=10, ge=1, le=24 * 60)
    stand_ins: bool = False
    """New groups start with computer players allowed."""
    webhook_url: str = ""
    webhook_secret: SecretStr = SecretStr("")
    web_host: str = "127.0.0.1"
    web_port: int = 8080
    owner_id: int = 0
    blocked_groups: tuple[int, ...] = ()
    log_level: str = "INFO"
    log_format: str = "json"
    keep_days: int = Field(default=365, ge=1)
    backup_dir: str = ""


def readable(kind: type[Settings]) -> Settings:
    """The settings, or one line that says which of them cannot be read."""
    try:
        return kind()
    except ValidationError as bad:
        first = bad.errors()[0]
        name = "_".join(map(str, first["loc"])).upper()
        raise CannotStart(f"{name} cannot be used: {first['msg']}. `.env.example` explains it.") from None
