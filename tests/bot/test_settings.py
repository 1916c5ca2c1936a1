"""`.env.example` names every setting, and nothing else; an unusable value is reported in one line."""

import re
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.core.errors import CannotStart
from bot.settings import Settings, readable, warn_of_open_file

EXAMPLE = Path(__file__).parents[2] / ".env.example"
LINE = re.compile(r"^([A-Z_]+)=(.*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Removes the environment's settings and the `.env` of the person who runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)


def test_the_example_names_every_setting_in_the_order_of_the_code() -> None:
    named = [name for name, _ in LINE.findall(EXAMPLE.read_text(encoding="utf-8"))]
    assert named == [name.upper() for name in Settings.model_fields]


def test_every_setting_of_the_example_is_explained() -> None:
    blocks = EXAMPLE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    for block in blocks:
        *why, setting = block.splitlines()
        assert LINE.fullmatch(setting), block
        assert why and all(line.startswith("# ") for line in why), block  # noqa: PT018


def test_the_example_as_it_is_gives_the_defaults(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert readable(Settings) == Settings.model_construct()


UNUSABLE = {
    "WEBHOOK_URL needs a WEBHOOK_SECRET": {"WEBHOOK_URL": "https://example.org/hook", "WEB_PORT": "8080"},
    "WEBHOOK_URL needs a WEB_PORT": {"WEBHOOK_URL": "https://example.org/hook", "WEBHOOK_SECRET": "secret"},
    "WEBHOOK_SECRET cannot be used": {"WEBHOOK_SECRET": "зайчик"},
    "WEB_PORT cannot be used": {"WEB_PORT": "70000"},
    "LOBBY_MINUTES cannot be used": {"LOBBY_MINUTES": "soon"},
    "KEEP_DAYS cannot be used": {"KEEP_DAYS": "0"},
    "LOG_LEVEL cannot be used": {"LOG_LEVEL": "chatty"},
    "LOG_FORMAT cannot be used": {"LOG_FORMAT": "xml"},
    "SPEED cannot be used": {"SPEED": "0.5"},
    "OWNER_ID cannot be used": {"OWNER_ID": "@me"},
}


@pytest.mark.parametrize("line", UNUSABLE)
def test_a_setting_that_cannot_be_used_is_named_without_its_value(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in UNUSABLE[line].items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CannotStart, match=line) as refused:
        readable(Settings)
    said = str(refused.value)
    assert "\n" not in said
    assert not any(value in said for value in UNUSABLE[line].values() if len(value) > 3)


def test_a_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"BOT_TOKEN=\xff\xfe\n")
    with pytest.raises(CannotStart, match=r"\.env cannot be read"):
        readable(Settings)


def test_a_level_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert readable(Settings).log_level == "DEBUG"


@pytest.mark.parametrize(
    ("mode", "warned"), [(0o600, False), (0o640, False), (0o644, True), (0o666, True), (0o660, True)]
)
def test_a_file_that_others_may_read_or_write_is_warned_about(
    mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, warned: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    with capture_logs() as logs:
        warn_of_open_file()
        assert logs == []
        (tmp_path / ".env").touch()
        (tmp_path / ".env").chmod(mode)
        warn_of_open_file()
    assert [line["mend"] for line in logs] == (["chmod 600 .env"] if warned else [])
