"""`omerta` on the command line: what it prints, how it exits, and that it never shows a traceback."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import main
from engine.record import read_record, replay_record

RECORDS = Path(__file__).parents[2] / "records"
BAD_RECORDS = Path(__file__).parents[2] / "bad_records"
HEADER = "ruleset fiim-2025\nplayers 10\ndeal 1=don 2=mafia 3=mafia 4=sheriff\n"


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bot.cli", *words], capture_output=True, text=True, check=False, timeout=120
    )


def test_a_record_that_holds_is_ok(capsys: pytest.CaptureFixture[str]) -> None:
    file = RECORDS / "fiim-2025-tie-lift.mafia"
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out == f"ok {file}\n"


def test_a_record_that_does_not_hold_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.mafia"
    file.write_text(HEADER + "expect step deal\nclock: expire\nexpect step speech\n")
    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().out == f"FAILED {file}:6: expected step speech, found meet\n"


def test_a_refused_command_fails_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "refused.mafia"
    file.write_text(HEADER + "3: vote 5\n")
    assert main(["replay", str(file)]) == 1
    assert f"FAILED {file}:4:" in capsys.readouterr().out


def test_an_expected_error_that_did_not_come_fails_the_record(tmp_path: Path) -> None:
    file = tmp_path / "accepted.mafia"
    file.write_text(HEADER + "3: seen\nexpect error wrong-step\n")
    assert main(["replay", str(file)]) == 1


UNREADABLE = {
    "an unknown verb": (HEADER + "3: dance 4\n", 4, "dance"),
    "seat 0 acts": (HEADER + "0: seen\n", 4, "0"),
    "seat 11 acts": (HEADER + "11: seen\n", 4, "11"),
    "seat 11 is aimed at": (HEADER + "begin day 1\n1: nominate 11\n", 5, "11"),
    "seat 0 has a card": ("ruleset fiim\nplayers 10\ndeal 0=don\n", 3, "0"),
    "seat 11 has a card": ("ruleset fiim\nplayers 10\ndeal 11=don 2=mafia\n", 3, "11"),
    "two Dons": ("ruleset fiim\nplayers 10\ndeal 1=don 2=don 3=mafia\n", 3, "too-many-of-role"),
    "one seat, two cards": ("ruleset fiim\nplayers 10\ndeal 1=don 1=mafia\n", 3, "two cards"),
    "a table of five": ("ruleset fiim\nplayers 5\ndeal 1=don\n", 2, "5"),
    "a table of thirteen": ("ruleset fiim\nplayers 13\ndeal 1=don\n", 2, "13"),
    "no black card": ("ruleset fiim\nplayers 10\ndeal 1=sheriff\n", 3, "no-criminal"),
    "an unknown role": ("ruleset fiim\nplayers 10\ndeal 1=wizard\n", 3, "unknown-role"),
    "an unknown option": (HEADER + "option colour=red\n3: seen\n", 4, "colour"),
    "an option of another rule set": (HEADER + "option lynch=most\n3: seen\n", 4, "lynch"),
    "an unknown value": (HEADER + "option draw=maybe\n3: seen\n", 4, "maybe"),
    "a length of zero": (HEADER + "option speech=0\n3: seen\n", 4, "speech"),
    "an unknown rule set": ("ruleset chess\n", 1, "chess"),
    "no rule set": ("players 10\n1: seen\n", 2, "ruleset"),
    "a header line too late": (HEADER + "3: seen\nplayers 9\n", 5, "players"),
    "an unknown expectation": (HEADER + "expect weather rain\n", 4, "weather"),
    "an expectation without words": (HEADER + "expect speaker\n", 4, "speaker"),
    "fouls of one who cannot sit there": (HEADER + "fouls 3=4\nbegin day 2\n", 4, "4"),
    "a position without a beginning": (HEADER + "out 5\n3: seen\n", 4, "begin"),
    "not a number of points": (HEADER + "judge: bonus 3 much\n", 4, "much"),
    "a line of nonsense": (HEADER + "hello world\n", 4, "hello"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_record_that_cannot_be_read_is_one_line(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line, hint = UNREADABLE[what]
    file = tmp_path / "bad.mafia"
    file.write_text(text)
    assert main(["replay", str(file)]) == 2
    printed = capsys.readouterr().out
    assert printed.startswith(f"UNREADABLE {file}:{line}: ")
    assert hint in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00rubbish", b"ruleset fiim\nplayers \x00 10\n", b"\x80" * 5000])
def test_a_file_that_is_not_text(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.mafia"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    assert "not a text file" in capsys.readouterr().out


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "nowhere.mafia")]) == 2
    assert "cannot be opened" in capsys.readouterr().out


@pytest.mark.parametrize("file", sorted(BAD_RECORDS.glob("*.mafia")), ids=lambda file: file.stem)
def test_cards_that_break_a_hard_rule_are_refused(file: Path) -> None:
    assert main(["replay", str(file)]) == 2


def test_the_worst_of_several_files_is_the_exit_code(tmp_path: Path) -> None:
    wrong, bad = tmp_path / "wrong.mafia", tmp_path / "bad.mafia"
    wrong.write_text(HEADER + "expect step over\n")
    bad.write_text("ruleset chess\n")
    good = RECORDS / "fiim-2025-tie-lift.mafia"
    assert main(["replay", str(good), str(wrong)]) == 1
    assert main(["replay", str(bad), str(wrong), str(good)]) == 2


def test_a_watched_game_replays_and_its_deal_verifies(tmp_path: Path) -> None:
    for ruleset in ("fiim", "fiim-2025", "phystech", "city", "box"):
        shown = run("watch", "--ruleset", ruleset, "--seed", "5")
        assert shown.returncode == 0, shown.stderr
        file = tmp_path / f"{ruleset}.mafia"
        file.write_text(shown.stdout)
        assert main(["replay", str(file)]) == 0
        assert main(["verify", str(file)]) == 0


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("secret", lambda words: [words[0], words[1].replace("1", "2")]),
        ("commitment", lambda words: [words[0], words[1][::-1]]),
        ("guests", lambda words: [words[0], *reversed(words[1:])]),
        ("seating", lambda words: [words[0], *reversed(words[1:])]),
    ],
)
def test_a_deal_that_was_tampered_with_does_not_verify(line: str, change: object, tmp_path: Path) -> None:
    assert callable(change)
    text = run("watch", "--seed", "11").stdout
    changed = [" ".join(change(row.split())) if row.startswith(line + " ") else row for row in text.splitlines()]
    assert "\n".join(changed) != text.rstrip("\n")
    file = tmp_path / "tampered.mafia"
    file.write_text("\n".join(changed) + "\n")
    assert main(["verify", str(file)]) == 1


def test_swapped_cards_do_not_verify(tmp_path: Path) -> None:
    rows = run("watch", "--seed", "11").stdout.splitlines()
    place = next(i for i, row in enumerate(rows) if row.startswith("deal "))
    swapped = rows[place].replace("=don", "=X").replace("=sheriff", "=don").replace("=X", "=sheriff")
    file = tmp_path / "swapped.mafia"
    file.write_text("\n".join([*rows[:place], swapped]) + "\n")
    assert main(["verify", str(file)]) == 1


def test_a_record_without_a_secret_cannot_be_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(RECORDS / "fiim-2025-tie-lift.mafia")]) == 2
    assert "secret" in capsys.readouterr().out


def test_the_same_seed_plays_the_same_games_on_any_number_of_workers() -> None:
    answers = []
    for workers in ("1", "2", "3"):
        shown = run("simulate", "--games", "120", "--seed", "7", "--json", "--workers", workers)
        assert shown.returncode == 0, shown.stderr
        summary = json.loads(shown.stdout)
        assert summary["games"] == 120
        assert sum(summary["wins"].values()) == 120
        assert {"red", "black", "draw"} <= summary["wins"].keys()
        assert all(summary[figure] > 0 for figure in ("days", "games_per_second", "commands_per_second"))
        answers.append((summary["wins"], summary["days"], summary["commands"]))
    assert answers[0] == answers[1] == answers[2]


def test_another_seed_plays_other_games() -> None:
    shown = [
        json.loads(run("simulate", "--games", "60", "--seed", seed, "--json", "--conduct", "random").stdout)
        for seed in ("1", "2")
    ]
    assert shown[0]["commands"] != shown[1]["commands"]


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--ruleset", "chess"),
        ("simulate", "--players", "3"),
        ("simulate", "--games", "0"),
        ("simulate", "--option", "draw=maybe"),
        ("simulate", "--option", "draw"),
        ("balance", "--preset", "rubbish"),
        ("balance", "--ruleset", "box", "--role-set", "wizards"),
        ("dance",),
    ],
)
def test_bad_arguments_are_said_in_a_line(words: tuple[str, ...]) -> None:
    shown = run(*words)
    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr
    assert shown.stderr.strip()


def test_replaying_a_record_does_not_load_the_bot_framework() -> None:
    file = RECORDS / "fiim-2025-tie-lift.mafia"
    code = (
        "import sys; from bot.cli import main; main(['replay', sys.argv[1]]);"
        "print([name for name in ('aiogram', 'aiohttp', 'pydantic', 'asyncio') if name in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True, timeout=60
    )
    assert shown.stdout.splitlines()[-1] == "[]"


def test_a_written_record_says_what_it_was() -> None:
    text = run("watch", "--seed", "3").stdout
    replayed = replay_record(read_record(text))
    assert replayed.failure is None
    assert replayed.state.table.winner is not None


@pytest.mark.parametrize("words", [("--port", "70000"), ("run", "--port", "70000")], ids=["omerta", "omerta run"])
def test_the_port_can_be_given_with_and_without_the_name_of_the_command(words: tuple[str, ...]) -> None:
    """`make run ARGS="--port 9000"` is what somebody types whose port is in use."""
    done = run(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "not a port: '70000'" in done.stderr


@pytest.mark.parametrize("words", [("--port", "9000"), ("run", "--port", "9000"), ("--port", "9000", "run")])
def test_the_port_reaches_the_sandbox(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []

    def run(args: argparse.Namespace) -> int:
        ports.append(args.port)
        return 0

    monkeypatch.setattr("bot.command_line.run.run", run)
    assert main(words) == 0
    assert ports == [9000]
