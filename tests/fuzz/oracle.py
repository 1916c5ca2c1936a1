"""Who may be told what: every shown text is checked against all deals, of all tables, that it could be about.

The names of people in the fuzz carry a mark of their own (`Zq17x`): «№ 4 Zq17x» tells the table it speaks of.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from bot.language.role_names import role_key
from bot.language.translator import LANGUAGES
from bot.language.translator import Translator as Locales
from bot.telegram.buttons.callback_data import AppealTap
from engine.events import Topic
from handlers.tap_answers import LONGEST
from sandbox.formatting.entities import utf16_length
from tests.fuzz.messenger import Sight
from tests.fuzz.stored_games import Deal
from tests.kits.end_to_end.leak_oracle import ANY, DEEDS, END, Words

SEAT = re.compile(r"№ (\d+) \u2068?(Zq\d+x|[A-ZА-ЯЁІЇЄҐ]\w+)")
"""A computer player's name bears no mark, and begins with a capital. Some names stand apart from their text."""
RELAYED, SPOKEN, CARD, ASKED, GHOST, GUESS = "🕶", "🗣", "🃏", "🌙", "👻", "🎯"
COMPUTER_SAYS = re.compile("🎙 № .* 🤖: ")
"""How the words of a computer player begin."""
MENU = "⚙️"
"""Marks the settings of a group, which mention cards, but nobody's."""
TEAM = frozenset({"mafia", "don", "yakuza", "black"})
WORDS = {language: Words(language) for language in LANGUAGES}
LOCALES = Locales()
YOURS = tuple(LOCALES.plain(language, "card-title", name="\0").partition("\0")[2] for language in LANGUAGES)
"""The rest of a card's title after the name."""


def mark(person: int) -> str:
    return f"Zq{person}x"


def named(text: str) -> set[str]:
    """Returns the roles and sides that a text names, in either language."""
    return set().union(*(words.named(text) for words in WORDS.values()))


@cache
def own_words(ruleset: str, role: str, abilities: tuple[str, ...]) -> frozenset[str]:
    """Returns what the holder of a card may read again: the card, and the questions it is asked."""
    key = role_key(ruleset, role)
    keys = (key, f"{key}-card", "meet-leader", "told-jailed", *(f"ability-{ability}" for ability in abilities))
    texts = [LOCALES.say(lang, one) for lang in LANGUAGES for one in keys if LOCALES.has(lang, one)]
    return frozenset(named("\n".join(texts)))


class Oracle:
    def __init__(self, deals: dict[str, Deal]) -> None:
        self._deals = deals
        self._picked: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
        self._two_cards: set[tuple[int, str]] = set()

    def picks(self, person: int, game: str, seats: Iterable[int]) -> None:
        """Records the seats that somebody has tapped, which may be shown to them again."""
        self._picked[person, game].update(seats)

    def faults(self, sight: Sight) -> Iterator[str]:
        if not sight.who:
            yield from self._in_group(sight)
        else:
            yield from self._in_private(sight)

    def of_seats(self) -> Iterator[str]:
        """Yields a fault for each person who has had two cards of one deal, or a card of a deal they judged."""
        for deal in self._deals.values():
            for person, seats in deal.held.items():
                too_much = len(seats) > 1 or person in deal.saw_all
                if too_much and (person, deal.id) not in self._two_cards:
                    self._two_cards.add((person, deal.id))
                    yield f"person {person} has had seats {sorted(seats)} in {deal.id}, judged by {deal.saw_all}"

    # --- before everybody ---------------------------------------------------------------------------------------

    def _in_group(self, sight: Sight) -> Iterator[str]:
        for button in sight.buttons:
            parts = set(re.split(r"[^a-z-]+", button.data)) & set(DEEDS)
            if parts or (named(button.label) and not self._rules_on_the_end(button.data)):
                yield f"a button in the group carries {sorted(parts)}: {button.label!r}"
        if any(sign in sight.text for sign in (*YOURS, GHOST, RELAYED)):
            yield "the group is shown what is for one"
        for line in sight.text.splitlines():
            said = named(line)
            seats = SEAT.findall(line)
            if not said or not seats or SPOKEN in line or GUESS in line or COMPUTER_SAYS.match(line):
                continue
            if not any(self._is_shown(deal, seats) for deal in self._about(seats) if deal.chat == sight.chat):
                yield f"the group hears of {sorted(said)}: {line!r}"

    def _rules_on_the_end(self, data: str) -> bool:
        """Returns whether the button is of a protest about a finished game, in which all cards are open."""
        if not data.startswith(f"{AppealTap.__prefix__}:"):
            return False
        deal = self._deals.get(data.split(":")[1])
        return deal is not None and deal.phase == "over"

    def _is_shown(self, deal: Deal, seats: list[tuple[str, str]]) -> bool:
        shown = deal.state.table.roles_shown if deal.state else {}
        return all(int(seat) in shown for seat, _ in seats)

    # --- in private ---------------------------------------------------------------------------------------------

    def _in_private(self, sight: Sight) -> Iterator[str]:
        text = sight.text
        if sight.toast and utf16_length(text) >= LONGEST - 1:
            text = text.rpartition("\n")[0]  # cut off in mid-sentence
            sight = replace(sight, text=text)
        if text.startswith("copy "):
            mates = [deal for deal in self._deals.values() if self._hears(deal, int(text[5:]), sight.who)]
            if not mates:
                yield "is shown what somebody of another team has sent"
            return
        is_card = CARD in text and not text.startswith(MENU)
        if is_card and not sight.toast and not sight.edited and not sight.protected:
            yield "the card can be forwarded"
        seats = SEAT.findall(text)
        if text.startswith(RELAYED):
            seats = seats[:1]  # what a mate says may be anything
        if not seats and not is_card and not text.startswith(ASKED):
            return
        about = self._about(seats)
        reasons = [list(self._unknown(deal, sight, seats)) for deal in about]
        if not reasons:
            yield "is about no table"
        elif all(reasons):
            yield "; ".join(sorted({one for found in reasons for one in found}))

    def _about(self, seats: list[tuple[str, str]]) -> list[Deal]:
        return [
            deal
            for deal in self._deals.values()
            if deal.state is not None
            and all(any(sign in name for name in deal.names.get(int(seat), ())) for seat, sign in seats)
        ]

    def _hears(self, deal: Deal, speaker: int, listener: int) -> bool:
        """Returns whether both are of the same team, or both out of the game."""
        if deal.state is None:
            return False
        alive = deal.state.table.alive
        pairs = [(a, b) for a in deal.held.get(speaker, ()) for b in deal.held.get(listener, ())]
        return any(
            a in deal.state.views[b].me.mates or (a not in alive and b not in alive) for a, b in pairs if a != b
        )

    def _unknown(self, deal: Deal, sight: Sight, seats: list[tuple[str, str]]) -> Iterator[str]:
        """Returns why this person could not know it, if it is about this table."""
        if sight.who in deal.judges:
            return
        held = deal.held.get(sight.who, set())
        if not held or deal.state is None:
            yield f"person {sight.who} has no seat in {deal.id}"
            return
        faults = [list(self._unknown_on(deal, seat, sight, seats)) for seat in held]
        if all(faults):
            yield from faults[0]

    def _unknown_on(self, deal: Deal, seat: int, sight: Sight, seats: list[tuple[str, str]]) -> Iterator[str]:
        assert deal.state is not None
        table, me = deal.state.table, deal.state.views[seat].me
        if sight.text.startswith(RELAYED):
            speaker = int(seats[0][0]) if seats else 0
            both_out = seat not in table.alive and speaker not in table.alive
            if speaker not in me.mates and not both_out:
                yield f"№ {seat} hears № {speaker}, who is no mate"
            return
        if sight.text.startswith(GHOST):
            if seat in table.alive:
                yield f"№ {seat} is shown all cards, and plays"
            return
        checked = {told.about[0] for told in me.told if told.topic in (Topic.CHECK, Topic.PRIEST)}
        team = {*me.mates, *((me.leader,) if me.leader else ())}
        known = {seat, *team, *me.appointed, *self._picked[sight.who, deal.id]}
        known |= {about for told in me.told for about in told.about} | {target for *_, target in me.history}
        abilities = tuple(ability.id for ability in me.role.abilities)
        own = own_words(table.rules.ruleset.id, me.role.id, abilities)
        lines = sight.text.splitlines()
        for place, line in enumerate(lines):
            others = {int(number) for number, _ in SEAT.findall(line)} - {seat}
            if others - known:
                yield f"№ {seat} ({me.role.id}) hears of {sorted(others - known)}: {line!r}"
            said = named(line)
            for other in others:
                allowed = (TEAM if other in team else frozenset()) | (ANY if other in checked else frozenset())
                if said - allowed:
                    yield f"№ {seat} ({me.role.id}) learns {sorted(said - allowed)} of № {other}: {line!r}"
            if not others and said - own:
                yield f"№ {seat} ({me.role.id}) hears of {sorted(said - own)}: {line!r}"
            if CARD in line and place + 1 < len(lines) and not self._is_card(deal, me.role.id, lines[place + 1]):
                yield f"№ {seat} ({me.role.id}) is shown another card: {lines[place + 1]!r}"

    def _is_card(self, deal: Deal, role: str, line: str) -> bool:
        assert deal.state is not None
        key = role_key(deal.state.table.rules.ruleset.id, role)
        return any(line.endswith(LOCALES.plain(language, key)) for language in LANGUAGES)


def is_end(sight: Sight) -> bool:
    return END in sight.text
