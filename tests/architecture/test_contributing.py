"""What contributors are told is true: commands, hooks, workflow and make targets exist and agree with each other.

The YAML files are read line by line: the environment of the project has no YAML parser.
"""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z.]+):", MAKEFILE, re.MULTILINE)) - {"help"}
WORKFLOW = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
PAGES = ("CONTRIBUTING.md", "README.md", "tests/README.md", ".github/pull_request_template.md")
REAL = re.compile(
    r"\b(?:tests\.kits\.end_to_end\.(?:hosted_sandbox|program|killable_host|several_processes)|playwright)\b"
)
"""Kits that start processes, servers or a browser."""


def test_every_target_is_listed_by_make_help() -> None:
    assert set(re.findall(r'@echo "make (\S+) ', MAKEFILE)) == TARGETS


@pytest.mark.parametrize("page", PAGES)
def test_every_make_command_of_a_page_exists(page: str) -> None:
    named = set(
        re.findall(r"(?:`|^    )(?:\w+=\S+ )?make ([a-z.]+)", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    )
    assert named <= TARGETS | {"help"}


def test_every_path_of_the_contributors_pages_exists() -> None:
    for page in PAGES[:3]:
        text = (ROOT / page).read_text("utf-8")
        paths = re.findall(r"`((?:bot|engine|handlers|locales|sandbox|tests|docs)/[\w/.-]*)`", text)
        assert [path for path in paths if not (ROOT / path).exists()] == [], page


def test_the_hooks_run_the_projects_own_tools() -> None:
    assert re.findall(r"repo: (\S+)", HOOKS) == ["local"]
    entries = re.findall(r"entry: \.venv/bin/(\S+)", HOOKS)
    assert entries == ["ruff", "ruff", "mypy", "lint-imports"]
    assert len(entries) == HOOKS.count("- id:") == HOOKS.count("language: system")
    assert [tool for tool in entries if not (ROOT / ".venv" / "bin" / tool).exists()] == []


def test_the_workflow_tests_every_python_that_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    classified = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    matrix = re.search(r"python-version: \[(.*)\]", WORKFLOW)
    assert matrix
    assert re.findall(r'"([\d.]+)"', matrix[1]) == classified
    assert project["requires-python"] == f">={classified[0]}"


def test_the_workflow_and_the_script_run_every_test_once() -> None:
    assert WORKFLOW.count("- run: make test\n") == 1
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert script.rstrip().endswith("exec make --no-print-directory test")
    assert script.count("make ") == 1, "no failed test is run again"


def test_tests_with_real_processes_are_marked() -> None:
    files = [file for file in (ROOT / "tests").rglob("test_*.py") if file.parent.name != "end_to_end"]
    real = [file for file in files if REAL.search(file.read_text("utf-8")) and file != Path(__file__)]
    assert real
    assert [file.name for file in real if "mark.realtime" not in file.read_text("utf-8")] == []


def test_the_newest_release_of_the_changelog_is_this_one() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    releases = re.findall(
        r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M
    )
    dated = [(name, date) for name, date in releases if name != "Unreleased"]
    assert dated[0][0] == version
    assert all(date for _, date in dated)
    assert [date for _, date in dated] == sorted((date for _, date in dated), reverse=True)
    assert all((ROOT / "tests" / "journals" / name).is_dir() for name, _ in dated), (
        "each release keeps its journals"
    )
