"""The examples of README and docs run as they stand, their links lead somewhere, their folders are there."""

import doctest
import re
from pathlib import Path

import pytest

from engine.record import read_record, replay_record

ROOT = Path(__file__).parents[2]
PAGES = sorted(page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("sandbox/*.md")))
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
LARGEST_PICTURE = 200_000


@pytest.mark.parametrize("page", ["README.md", "docs/engine.md"])
def test_examples_run(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_record_of_the_readme_replays() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("    ruleset "))
    end = lines.index("", start)
    assert replay_record(read_record("\n".join(line.strip() for line in lines[start:end]))).failure is None


def links_of(page: Path) -> set[str]:
    return {first or second for first, second in LINK.findall(page.read_text())}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    near = {link.partition("#")[0] for link in links_of(page) if "://" not in link} - {""}
    assert [link for link in sorted(near) if not (page.parent / link).exists()] == []


def test_every_picture_is_shown_and_small() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links_of(page) if link.endswith(".png")}
    taken = {picture.resolve() for picture in (ROOT / "docs" / "pictures").glob("*.png")}
    assert taken == shown
    assert [picture.name for picture in taken if picture.stat().st_size > LARGEST_PICTURE] == []


def test_the_folders_of_the_architecture_are_those_that_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    named = {folder.rstrip("/") for folder in re.findall(r"^\| `([a-z_/]+)/` \|", text, re.MULTILINE)}
    assert [folder for folder in sorted(named) if not (ROOT / folder).is_dir()] == []
    packages = {
        str(init.parent.relative_to(ROOT))
        for name in ("bot", "handlers", "engine", "sandbox", "locales")
        for init in (ROOT / name).rglob("__init__.py")
    }
    assert sorted(packages - named) == []


def test_the_modules_that_the_architecture_names_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    modules = set(re.findall(r"`((?:bot|handlers|engine|tests|sandbox)/[a-z_/]+\.py)`", text))
    assert modules
    assert [module for module in sorted(modules) if not (ROOT / module).is_file()] == []
