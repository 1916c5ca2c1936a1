"""The message of a tournament: entrants, seating, games and standings, with the buttons of its phase."""

from collections.abc import Sequence

from aiogram.types import InlineKeyboardButton

from bot.language.clause_names import clause_name
from bot.language.translator import Html
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.telegram.message import RenderedMessage, keyboard
from bot.tournaments.pages.standings_page import SHOWN, standings_lines
from bot.tournaments.pages.tournament_text import TournamentText
from bot.tournaments.standings import Standings
from bot.tournaments.tournament import TournamentPhase
from engine.commands import Verb
from engine.rulesets import RULESETS
from engine.tournament.seating import Quality

SEALS = 4
"""How many seals of coming games beyond the schedule are shown."""


def overview_page(
    text: TournamentText,
    standings: Standings,
    quality: Quality | None,
    running: Sequence[int],
    seeking: int | None,
) -> RenderedMessage:
    tournament = text.tournament
    lines = [*text.head(), ""]
    rows: list[list[InlineKeyboardButton]] = []
    match tournament.phase:
        case TournamentPhase.DRAFT:
            lines.append(text.say("cup-draft"))
            lines += _entrant_lines(text) if tournament.entrants else []
            rows = _draft_buttons(text)
        case TournamentPhase.OPEN:
            lines += _entrant_lines(text)
            if seeking is not None:
                lines += ["", text.say("cup-seeking", percent=seeking)]
            rows = [
                [text.button(TournamentAction.JOIN, style="success"), text.button(TournamentAction.LEAVE)],
                [text.button(TournamentAction.RESERVE), text.button(TournamentAction.BOT)],
                [text.button(TournamentAction.SEAT, style="primary", again=0)],
            ]
        case TournamentPhase.SEATED | TournamentPhase.OVER:
            if seeking is not None:
                lines += [text.say("cup-seeking", percent=seeking), ""]
            elif quality is not None and tournament.untouched:
                lines += [quality_text(text, quality), ""]
            lines += _game_lines(text, running)
            lines += ["", *standings_lines(text, standings)] if standings.games else []
            rows = text.game_buttons(running)
    return RenderedMessage("\n".join(lines), keyboard(*rows))


def _draft_buttons(text: TournamentText) -> list[list[InlineKeyboardButton]]:
    return [
        [text.button(TournamentAction.STAGE), text.button(TournamentAction.RULES)],
        [
            text.button(TournamentAction.TABLES, -1, step=-1),
            text.button(TournamentAction.TABLES, 1, step=1),
        ],
        [
            text.button(TournamentAction.ROUNDS, -1, step=-1),
            text.button(TournamentAction.ROUNDS, 1, step=1),
        ],
        [text.button(TournamentAction.OPEN, style="success")],
    ]


def _entrant_lines(text: TournamentText) -> list[str]:
    tournament = text.tournament
    lines: list[str] = [text.say("cup-entrants", count=len(tournament.players), needed=tournament.tables * 10)]
    for number, one in enumerate(tournament.entrants[:SHOWN], start=1):
        mark = text.say("cup-mark-reserve") if one.reserve else Html("")
        lines.append(text.say("cup-entrant", number=number, name=one.name, mark=mark))
    if len(tournament.entrants) > SHOWN:
        lines.append(text.say("cup-more", count=len(tournament.entrants) - SHOWN))
    lines += [
        text.say("cup-apart", one=tournament.named(one), other=tournament.named(other))
        for one, other in tournament.apart
    ]
    return lines


def quality_text(text: TournamentText, found: Quality) -> Html:
    return text.say(
        "cup-quality",
        target=_decimal(found.target),
        fewest=found.fewest,
        most=found.most,
        spread=_decimal(found.spread),
        chance=_decimal(found.chance),
        seats=_decimal(found.seat_off),
        apart=len(text.tournament.apart),
    )


def _game_lines(text: TournamentText, running: Sequence[int]) -> list[str]:
    tournament = text.tournament
    done = sum(1 for slot in tournament.slots if slot.game) - len(running)
    lines: list[str] = [text.say("cup-games", done=done, all=len(tournament.slots))]
    lines += [text.say("cup-running", table=table) for table in running]
    sealed = [slot for slot in tournament.slots if slot.seed and not slot.game][:SEALS]
    lines += [text.say("cup-extra", round=slot.round, table=slot.table, seal=slot.seal) for slot in sealed]
    ruleset = RULESETS[tournament.ruleset]
    for one in [each for each in tournament.entrants if each.out and each.why][:SHOWN]:
        why = clause_name(text.words, text.language, ruleset, Verb.EXPEL, one.why)
        lines.append(text.say("cup-out-why", name=one.name, why=why))
    return lines


def _decimal(number: float) -> str:
    return f"{number:.2f}".replace(".", ",")
