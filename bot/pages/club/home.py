"""The first screen of the settings, the rule sets, and the way back to the official values."""

from bot.club.cards import fitting
from bot.club.deeds import Deed, Screen
from bot.club.dials import SECTIONS, dials_in
from bot.language.role_words import ruleset_name
from bot.language.words import Html
from bot.pages.club.menu import Menu, Row
from bot.pages.sheet import Sheet, in_rows
from engine.rulesets import RULESETS

PAIRS = 2


def home_page(menu: Menu) -> Sheet:
    group = menu.group
    name = ruleset_name(menu.words, menu.language, group.ruleset)
    changed = bool(group.options or group.role_sets)
    sections = [
        menu.to(_section_label(menu, section), Screen.SECTION, section)
        for section in SECTIONS
        if dials_in(group, section)
    ]
    cards = menu.marked(menu.label("section-cards"), changed=bool(group.role_sets))
    rows: list[Row] = [
        [menu.to(menu.label("section-rules"), Screen.RULES), menu.to(cards, Screen.SIZES)],
        *in_rows(sections, PAIRS),
        [menu.to(menu.label("section-presets"), Screen.PRESETS)],
    ]
    if changed:
        rows.append([menu.to(menu.label("button-reset"), Screen.RESET)])
    parts = [
        menu.say("settings-rules", ruleset=name),
        menu.say("settings-house" if changed or "+" in group.ruleset else "settings-official"),
        menu.say(f"settings-table-{menu.table}"),
    ]
    return menu.sheet("\n".join(parts), rows=rows)


def _section_label(menu: Menu, section: str) -> str:
    changed = any(dial.changed for dial in dials_in(menu.group, section))
    return menu.marked(menu.label(f"section-{section}"), changed=changed)


def rules_page(menu: Menu) -> Sheet:
    base = menu.group.ruleset.split("+")[0]
    rows: list[Row] = [
        [
            menu.to(
                menu.label("settings-chosen", what=menu.label(f"ruleset-{name}"))
                if name == base
                else menu.label(f"ruleset-{name}"),
                Screen.RULE_SET,
                name,
            )
        ]
        for name in RULESETS
    ]
    return menu.sheet(menu.say("settings-which-rules"), rows=[*rows, menu.back()])


def rule_set_page(menu: Menu) -> Sheet:
    """What a rule set is, before one plays by it."""
    if menu.what not in RULESETS:
        return rules_page(menu)
    ruleset, group = RULESETS[menu.what], menu.group
    text: list[Html] = [
        Html(f"<b>{menu.say(f'ruleset-{menu.what}')}</b>\n{menu.say(f'ruleset-{menu.what}-about')}")
    ]
    rows: list[Row] = []
    if group.ruleset == menu.what:
        text.append(menu.say("settings-rules-now"))
    else:
        after = fitting(ruleset, dict(group.options), group)
        lost = [str(size) for size, _ in group.role_sets if size not in dict(after.role_sets)]
        if lost:
            text.append(menu.say("settings-cards-lost", sizes=", ".join(lost)))
        rows.append([menu.does(menu.label("button-play-by"), Deed.PLAY_BY, menu.what, style="success")])
    return menu.sheet(*text, rows=[*rows, menu.back(Screen.RULES)])


def reset_page(menu: Menu) -> Sheet:
    sure = menu.does(menu.label("button-reset-sure"), Deed.RESET, style="danger")
    return menu.sheet(menu.say("settings-reset"), rows=[[sure], menu.back()])
