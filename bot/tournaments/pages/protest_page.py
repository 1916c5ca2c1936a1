"""The message of a protest with the buttons to rule on it, and the question to the judge about cut bonuses."""

from collections.abc import Mapping, Sequence

from aiogram.types import InlineKeyboardButton

from bot.language.clause_names import in_words
from bot.language.point_numbers import points_text
from bot.language.translator import Html, Translator
from bot.telegram.buttons.callback_data import AppealTap
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.buttons.tournament_actions import ProtestAction
from bot.telegram.message import RenderedMessage, button, keyboard
from engine.events import Winner
from engine.roles import Side
from engine.tournament.protests import Entry, Fate, Protest, Ruling, Verdict, cuts, grounds

ASK_WINNER = "winner"
ASK_WHY = "why."
"""Prefix of a question about the reason; `FATE.WINNER.GUILTY` follows it."""


class ProtestPage:
    """The pages of one game's protests; `people` are the names of those who have ruled or agreed."""

    def __init__(
        self,
        words: Translator,
        language: str,
        entry: Entry,
        names: Sequence[str],
        people: Mapping[str, str],
        chief: str = "",
    ) -> None:
        """`chief`: the name of the appointed chief judge; empty: the admins of the group rule alone."""
        self._words = words
        self._language = language
        self._entry = entry
        self._names = names
        self._people = people
        self._chief = chief

    def shown(self, seat: int, asked: str) -> RenderedMessage:
        """Returns the protest of a seat. `asked` is the open question: `winner`, then the chosen winner (who is
        guilty?), then `why.…`."""
        entry = self._entry
        player = entry.result.seats[seat - 1].player
        found = next((each for each in entry.protests if each.player == player), None)
        if found is None:
            return RenderedMessage(self._say("protest-gone"))
        text = [*self._filed(found, seat)]
        if found.verdict is not Verdict.OPEN:
            text.append(self._say(f"protest-{found.verdict}"))
            return RenderedMessage("\n".join([*text, *self._decided()]))
        if asked:
            question, keys = self._question(seat, asked)
            return RenderedMessage("\n".join([*text, question]), keyboard(*keys))
        if entry.proposed.fate is not Fate.STANDS:
            keys = [
                [self._key(seat, "agree", ProtestAction.AGREE, self._proposed(), "success")],
                [self._key(seat, "back", ProtestAction.BACK)],
            ]
            return RenderedMessage("\n".join([*text, *self._proposal()]), keyboard(*keys))
        return RenderedMessage(
            "\n".join([*text, self._who_decides()]),
            keyboard(
                [
                    self._key(seat, "accept", ProtestAction.ACCEPT, style="success"),
                    self._key(seat, "reject", ProtestAction.REJECT),
                ],
                [
                    self._key(seat, "change", ProtestAction.CHANGE),
                    self._key(seat, "replay", ProtestAction.REPLAY, style="danger"),
                ],
            ),
        )

    def cut_bonuses(self) -> RenderedMessage:
        """Returns the message that asks the judge of the game to confirm the bonuses cut by the new result."""
        ruling = self._entry.ruling
        winner = self._say(f"winner-{ruling.winner}")
        text = [self._say("protest-cuts-ask", game=self._entry.result.id, winner=winner), *self._cuts(ruling)]
        if ruling.confirmed:
            return RenderedMessage("\n".join([*text, self._say("protest-cuts-confirmed")]))
        return RenderedMessage(
            "\n".join(text), keyboard([self._key(0, "confirm", ProtestAction.CONFIRM, style="success")])
        )

    # --- parts --------------------------------------------------------------------------------------------------

    def _say(self, key: str, **args: str) -> Html:
        return self._words.say(self._language, key, **args)

    def _key(
        self, seat: int, name: str, wish: ProtestAction, winner: str = "", style: str | None = None
    ) -> InlineKeyboardButton:
        return self._labelled(
            self._words.plain(self._language, f"protest-button-{name}"), seat, wish, winner, style
        )

    def _labelled(
        self, label: str, seat: int, wish: ProtestAction, winner: str = "", style: str | None = None
    ) -> InlineKeyboardButton:
        tap = AppealTap(game=self._entry.result.id, seat=seat, wish=wish, winner=winner)
        return button(label, tap.pack(), style)

    def _seat(self, seat: int) -> Html:
        return Html(Html(f"№ {seat} ") + self._say("protest-name", name=self._names[seat - 1]))

    def _who_decides(self) -> Html:
        if self._chief:
            return self._say("protest-decides-chief", name=self._chief)
        return self._say("protest-decides")

    def _filed(self, found: Protest, seat: int) -> list[str]:
        filed = self._say("protest-filed", who=self._seat(seat), game=self._entry.result.id)
        return [filed, self._say("protest-why", why=found.why)] if found.why else [filed]

    def _question(self, seat: int, asked: str) -> tuple[str, list[list[InlineKeyboardButton]]]:
        if asked == ASK_WINNER:
            return self._say("protest-ask-winner"), self._winners(seat)
        if asked.startswith(ASK_WHY):
            return self._reasons(seat, asked.removeprefix(ASK_WHY))
        seats = [
            self._labelled(str(number), seat, ProtestAction.GUILTY, f"{asked}.{number}")
            for number in range(1, len(self._names) + 1)
        ]
        nobody = self._key(seat, "nobody", ProtestAction.GUILTY, f"{asked}.0")
        return self._say("protest-ask-guilty"), [*in_rows(seats), [nobody]]

    def _winners(self, seat: int) -> list[list[InlineKeyboardButton]]:
        result = self._entry.result
        played = {each.side for each in result.seats}
        sides = sorted(played & {Side.RED, Side.BLACK}) or sorted(played)
        return [
            [
                self._labelled(
                    self._words.plain(self._language, f"winner-{side}"), seat, ProtestAction.CHANGE, side.value
                )
                for side in (*sides, Winner.DRAW)
                if side.value != result.winner.value
            ],
            [self._key(seat, "annul", ProtestAction.ANNUL, style="danger")],
        ]

    def _reasons(self, seat: int, wanted: str) -> tuple[str, list[list[InlineKeyboardButton]]]:
        """Returns the reasons as text and their numbers as buttons, as on the judge's panel."""
        listed = grounds(self._entry.result, Fate(wanted.partition(".")[0]))
        text: list[str] = [self._say("protest-ask-why")]
        keys = []
        for place, (code, clause) in enumerate(listed.items(), start=1):
            label = clause.number or str(place)
            text.append(self._say("panel-clause-counted", number=label, what=self._say(f"clause-{clause.id}")))
            keys.append(self._labelled(label, seat, ProtestAction.PROPOSE, f"{wanted}.{code}"))
        return "\n".join(text), [keys]

    def _proposed(self) -> str:
        """Returns the proposal in the format that the buttons with reasons carry."""
        proposed = self._entry.proposed
        guilty = self._entry.result.of(proposed.guilty) if proposed.guilty else None
        return f"{proposed.fate}.{proposed.winner or ''}.{guilty.seat if guilty else 0}.{proposed.why}"

    def _proposal(self) -> list[str]:
        proposed = self._entry.proposed
        text: list[str] = [
            self._say(f"protest-proposed-{proposed.fate}", winner=self._winner(proposed)),
            *self._grounds(proposed),
        ]
        if cut := self._cuts(proposed):
            text += [self._say("protest-cuts"), *cut]
        text.append(self._say("protest-proposed-by", name=self._people.get(proposed.by, "")))
        return text

    def _decided(self) -> list[str]:
        ruling = self._entry.ruling
        if ruling.fate is Fate.STANDS:
            return []
        text: list[str] = [
            self._say(f"protest-fate-{ruling.fate}", winner=self._winner(ruling)),
            *self._grounds(ruling),
        ]
        if ruling.by:
            by = self._people.get(ruling.by, "")
            agreed = self._people.get(ruling.agreed, "")
            text.append(
                self._say("protest-agreed", by=by, name=agreed)
                if agreed
                else self._say("protest-agreed-outside", by=by)
            )
        if cut := self._cuts(ruling):
            text += [self._say("protest-cuts"), *cut]
            if ruling.confirmed:
                text.append(self._say("protest-cuts-confirmed"))
        return text

    def _winner(self, ruling: Ruling) -> Html:
        return self._say(f"winner-{ruling.winner or self._entry.result.winner}")

    def _grounds(self, ruling: Ruling) -> list[str]:
        text: list[str] = []
        guilty = self._entry.result.of(ruling.guilty) if ruling.guilty else None
        if guilty is not None:
            text.append(self._say("protest-guilty", who=self._seat(guilty.seat)))
        clause = grounds(self._entry.result, ruling.fate).get(ruling.why)
        if clause is not None:
            text.append(self._say("news-reason", reason=in_words(self._words, self._language, clause)))
        return text

    def _cuts(self, ruling: Ruling) -> list[str]:
        return [
            self._say(
                "protest-cut", who=self._seat(cut.seat), given=points_text(cut.given), left=points_text(cut.left)
            )
            for cut in cuts(self._entry.result, ruling)
        ]
