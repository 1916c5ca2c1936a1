"""No two packages import each other, directly or through others: at every depth, and wherever an import stands."""

from pathlib import Path

import pytest

from tests.architecture.shape import Code, arrows, arrows_inside, circles, package_circles


@pytest.fixture(scope="module")
def code() -> Code:
    return Code()


def test_no_packages_import_each_other_in_a_circle(code: Code) -> None:
    assert package_circles(code) == []


def test_the_parts_of_bot_and_the_other_packages_form_no_circle(code: Code) -> None:
    """Loose modules of `bot` are parts too: `app` imports handlers, which import other parts."""
    assert circles(arrows(code)) == []


def test_every_depth_is_looked_at(code: Code) -> None:
    assert {"bot.app", "bot.core", "handlers", "engine", "sandbox"} <= set(arrows(code))
    assert {"bot.telegram.outbox", "bot.telegram.updates"} <= set(arrows_inside(code, "bot.telegram"))
    assert "sandbox.botapi.methods" in arrows_inside(code, "sandbox.botapi")
    assert "bot.core" in arrows_inside(code, "bot")["bot.storage"]


AT_THE_TOP = "from bot.b.two import Two"
UNDER_TYPE_CHECKING = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from bot.b.two import Two
"""
IN_A_FUNCTION = """
def one():
    from bot.b import two
"""


@pytest.mark.parametrize("one", [AT_THE_TOP, UNDER_TYPE_CHECKING, IN_A_FUNCTION])
@pytest.mark.parametrize(
    ("files", "circle"),
    [
        ({"bot/a/one.py": "", "bot/b/two.py": "import bot.a.one"}, ["bot.a", "bot.b"]),
        (
            {"bot/a/one.py": "", "bot/b/two.py": "from bot import loose", "bot/loose.py": "from bot.a import one"},
            ["bot.a", "bot.b", "bot.loose"],
        ),
    ],
)
def test_a_circle_is_found(tmp_path: Path, one: str, files: dict[str, str], circle: list[str]) -> None:
    write(tmp_path, files | {"bot/a/one.py": one})
    assert package_circles(Code(tmp_path)) == [circle]


def test_a_circle_of_sub_packages_is_found(tmp_path: Path) -> None:
    write(tmp_path, {"bot/x/a/one.py": "from ..b import two", "bot/x/b/two.py": "from bot.x.a.one import One"})
    assert package_circles(Code(tmp_path)) == [["bot.x.a", "bot.x.b"]]


def test_modules_of_one_package_are_no_circle_of_packages(tmp_path: Path) -> None:
    write(tmp_path, {"bot/a/one.py": "from bot.a import two", "bot/a/two.py": "from bot.a import one"})
    assert package_circles(Code(tmp_path)) == []


def write(root: Path, files: dict[str, str]) -> None:
    """A tree of modules, each folder of it a package."""
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        for folder in file.relative_to(root).parents:
            if folder.name:
                (root / folder / "__init__.py").touch()
