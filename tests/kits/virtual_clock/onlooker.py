"""An onlooker who sees only the form of games, and tries to guess what is hidden.

Only form is noted: the wording of computer players beside what everybody can count, how long a night lasts, how
many messages it brings, who gets how many notifications and when. A naive Bayes classifier learns from some games
and guesses in others; its score is compared with the scores for labels that are shuffled among moments which all
know to be alike (rule set, night, number of the living). What is said and voted is not noted.
"""

import asyncio
import logging
import math
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import NamedTuple

import structlog
from aiogram.methods import CopyMessage, SendMessage

from bot.games.running_game import RunningGame
from bot.language.stand_in_speech import GROUNDS, VARIANTS
from bot.language.translator import Html
from engine import events as ev
from engine.ability_effects import Inspect
from engine.event_audience import TABLE, audience
from engine.events import Event, StepName, Topic
from engine.role_catalogue.sport import FIND_BLACK
from tests.kits.virtual_clock.exchanged_cards import GROUP, WORDS, Plan, World, play

FOLDS, SHUFFLES = 5, 60
TAG = r"<[^>]+>"
SPOKEN = re.compile(r"^(?:🗣|🎙|⚖️|🕯) № (\d+) [^:\n]+: (.+)$", re.M)
"""The words of a computer player: in the message of its turn, or a message of their own in free talk."""


class Note(NamedTuple):
    """One moment: the observed features, and the fact to be guessed."""

    evening: int
    alike: tuple[object, ...]
    """What everybody knows of the moment, and what it is about."""
    features: tuple[object, ...]
    fact: bool


Notebook = dict[str, list[Note]]
"""Notes by the fact that is to be guessed."""


@cache
def _wordings() -> tuple[tuple[int, re.Pattern[str]], ...]:
    """Every sentence of a computer player, and which of the ways to say it that is."""
    opinions = [f"say-{say}-{why}" for say, grounds in GROUNDS.items() for why in grounds]
    found = []
    for key in (*opinions, "say-claims", "say-claims-bare", "say-nothing"):
        for variant in range(VARIANTS):
            named = Html("\0")
            text = WORDS.plain("ru", f"{key}-{variant + 1}", seat=named, about=named, role=named, checks=named)
            found.append((variant, re.compile(".+".join(map(re.escape, re.sub(TAG, "", text).split("\0"))))))
    return tuple(found)


def wording_of(text: str) -> int | None:
    plain = re.sub(TAG, "", text)
    return next((variant for variant, pattern in _wordings() if pattern.search(plain)), None)


class Night(NamedTuple):
    number: int
    fell: int
    closed: int
    living: tuple[int, ...]
    gone: frozenset[int]
    checked: frozenset[int]


def nights_of(journal: Sequence[tuple[int, Event]], size: int) -> list[Night]:
    living, gone = list(range(1, size + 1)), set[int]()
    found: list[Night] = []
    fell, checked = 0, set[int]()
    for at, event in journal:
        match event:
            case ev.NightFell():
                fell, checked = at, set()
            case ev.Told(topic=Topic.CHECK):
                checked.add(event.about[0])
            case ev.NightClosed():
                found.append(Night(event.night, fell, at, tuple(living), frozenset(gone), frozenset(checked)))
            case ev.Left():
                gone.update(event.seats)
                living = [seat for seat in living if seat not in gone]
            case _:
                pass
    return found


def _remainders(world: World, journal: Sequence[tuple[int, Event]]) -> list[tuple[int, int]]:
    """When a computer player spoke, and what is left of its wording beside its seat and all public events."""
    public = [at for at, event in journal if audience(event) == TABLE]
    found = []
    for call in world.house.telegram.calls:
        if call.chat != GROUP or not isinstance(call.method, SendMessage):
            continue
        for seat, words in SPOKEN.findall(re.sub(TAG, "", call.method.text)):
            variant = wording_of(words)
            if variant is not None:
                count = sum(at <= call.at for at in public)
                found.append((call.at, (variant - int(seat) - count) % VARIANTS))
    return found


def take_notes(world: World, evening: int, notes: Notebook) -> None:
    live, journal = world.live, world.journal()
    roles = [view.me.role for view in live.position.views]
    left = _remainders(world, journal)
    ruleset = world.plan.ruleset
    lit = _lit_phones(world, live)
    for night in nights_of(journal, world.plan.size):
        before = [rest for at, rest in left if at < night.fell][-1:]
        after = [rest for at, rest in left if at > night.closed][:1]
        moved = (after[0] - before[0] - len(night.living)) % VARIANTS if before and after else None
        lights = sum(night.fell <= at < night.closed for times in lit.values() for at in times)
        heard = sum(
            night.fell <= call.at < night.closed for call in world.house.telegram.calls if call.chat == GROUP
        )
        form = (moved, (night.closed - night.fell) // 2_000, lights, heard)
        alike = (ruleset, night.number, len(night.living))
        for fact, holds in (
            ("who checks is gone", lambda role: FIND_BLACK in role.abilities),
            ("who leads the black is gone", lambda role: role.leads),
        ):
            holders = {seat for seat in range(1, world.plan.size + 1) if holds(roles[seat])}
            if holders:
                notes[fact].append(Note(evening, alike, form, holders <= night.gone))
        for seat in night.living:
            if live.person_on(seat):
                own = _phone(lit[seat], night.fell, night.closed)
                notes["who is of a team"].append(Note(evening, (*alike, "team"), own, bool(roles[seat].team)))
                notes["who was checked"].append(Note(evening, (*alike, "checked"), own, seat in night.checked))
                asks = roles[seat].does(Inspect)
                notes["who checks"].append(Note(evening, (*alike, "checks"), own, asks))
    met = next((at for at, event in journal if isinstance(event, ev.StepBegan) and event.step is StepName.MEET), 0)
    day = next((at for at, event in journal if isinstance(event, ev.DayBroke)), 0)
    for seat, times in lit.items():
        own = _phone(times, met, day)
        notes["who is of a team, by the meeting"].append(Note(evening, (ruleset,), own, bool(roles[seat].team)))


def _lit_phones(world: World, live: RunningGame) -> dict[int, list[int]]:
    seats = {live.person_on(seat): seat for seat in range(1, world.plan.size + 1) if live.person_on(seat)}
    lit: dict[int, list[int]] = {seat: [] for seat in seats.values()}
    for call in world.house.telegram.calls:
        is_new = call.chat in seats and isinstance(call.method, SendMessage | CopyMessage)
        if is_new and not getattr(call.method, "disable_notification", None):
            lit[seats[call.chat]].append(call.at)
    return lit


def _phone(times: Sequence[int], begin: int, end: int) -> tuple[object, ...]:
    """Returns how often a phone got a notification between two moments, and when last."""
    lit = [at for at in times if begin <= at < end]
    return len(lit), (lit[-1] - begin) // 4_000 if lit else None


async def watch(seeds: Iterable[int], rulesets: Sequence[str], stand_ins: int) -> Notebook:
    notes: Notebook = defaultdict(list)
    for seed in seeds:
        plan = Plan(rulesets[seed % len(rulesets)], seed, stand_ins=stand_ins, words=False)
        take_notes(await play(plan, nights=3), seed // len(rulesets), notes)
    return notes


def watch_quietly(seeds: Iterable[int], rulesets: Sequence[str], stand_ins: int = 5) -> Notebook:
    """Returns the notes of these games; drops the host's log lines."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        return dict(asyncio.run(watch(seeds, rulesets, stand_ins)))
    finally:
        structlog.configure(**before)


def watch_on_all_cores(
    seeds: range, rulesets: Sequence[str], broken: Callable[[], object] | None = None
) -> Notebook:
    cores = os.cpu_count() or 1
    notes: Notebook = defaultdict(list)
    with ProcessPoolExecutor(cores, initializer=broken) as pool:
        parts = [seeds[core::cores] for core in range(cores)]
        for part in pool.map(watch_quietly, parts, [rulesets] * cores):
            for fact, found in part.items():
                notes[fact] += found
    return notes


# --- the classifier --------------------------------------------------------------------------------------------


def score(notes: Sequence[Note], facts: Sequence[bool]) -> float:
    """Returns the mean gain in bits over the share of the fact among moments alike, on games not learnt from."""
    gained = 0.0
    for fold in range(FOLDS):
        prior: Counter[object] = Counter()
        seen: Counter[object] = Counter()
        for note, fact in zip(notes, facts, strict=True):
            if note.evening % FOLDS != fold:
                prior[note.alike, fact] += 1
                seen[fact] += 1
                seen.update((place, feature, fact) for place, feature in enumerate(note.features))
        kinds = [len({note.features[place] for note in notes}) for place in range(len(notes[0].features))]
        for note, fact in zip(notes, facts, strict=True):
            if note.evening % FOLDS == fold:
                base = {each: math.log(prior[note.alike, each] + 1) for each in (True, False)}
                told = {
                    each: base[each]
                    + sum(
                        math.log((seen[place, feature, each] + 1) / (seen[each] + kinds[place]))
                        for place, feature in enumerate(note.features)
                    )
                    for each in (True, False)
                }
                gained += _sure(told, fact) - _sure(base, fact)
    return gained / len(notes) / math.log(2)


def _sure(weights: dict[bool, float], fact: bool) -> float:
    most = max(weights.values())
    return weights[fact] - most - math.log(sum(math.exp(weight - most) for weight in weights.values()))


class Verdict(NamedTuple):
    gain: float
    """Bits for each moment."""
    by_chance: float
    beyond: float
    """How many standard deviations the gain is above that of shuffled labels."""


def judge(notes: Sequence[Note]) -> Verdict:
    dice = Random(len(notes))
    gain = score(notes, [note.fact for note in notes])
    chance = [score(notes, _shuffled(notes, dice)) for _ in range(SHUFFLES)]
    mean = sum(chance) / len(chance)
    spread = math.sqrt(sum((each - mean) ** 2 for each in chance) / (len(chance) - 1))
    return Verdict(gain, mean, (gain - mean) / spread if spread > 1e-9 else 0.0)


def _shuffled(notes: Sequence[Note], dice: Random) -> list[bool]:
    """Returns the facts, shuffled among moments that everybody knows to be alike."""
    places: dict[object, list[int]] = defaultdict(list)
    for place, note in enumerate(notes):
        places[note.alike].append(place)
    facts = [False] * len(notes)
    for alike in places.values():
        mixed = [notes[place].fact for place in alike]
        dice.shuffle(mixed)
        for place, fact in zip(alike, mixed, strict=True):
            facts[place] = fact
    return facts
