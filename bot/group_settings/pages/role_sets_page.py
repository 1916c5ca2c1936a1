"""The screens of role sets for each number of players: the cards, their flaws, and the editing of a draft."""

from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.pages.first_page import home_page
from bot.group_settings.pages.menu_context import Menu, Row
from bot.group_settings.role_sets import CardSet, card_set, named_sets, roles_to_add
from bot.language.role_names import role_in_text, role_key
from bot.language.translator import Html
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.message import RenderedMessage
from engine.house_rules import find_ruleset

ROLES_A_PAGE = 7
BROUGHT_A_PAGE = 18
SIZES_IN_A_ROW = 4


def shown_card_set(menu: Menu) -> CardSet | None:
    try:
        return card_set(menu.group, int(menu.what)) if menu.what.isdecimal() else None
    except ChangeRefused:
        return None


def sizes_page(menu: Menu) -> RenderedMessage:
    ruleset = find_ruleset(menu.group.ruleset)
    own, drafts = dict(menu.group.role_sets), {size for size, _, _ in menu.group.drafts}
    buttons, lines = [], []
    for size in ruleset.sizes:
        mark = "settings-draft" if size in drafts else "settings-changed" if size in own else ""
        buttons.append(
            menu.to(menu.label(mark, what=str(size)) if mark else str(size), SettingsScreen.CARDS, str(size))
        )
        if size in own:
            held = {role: dict(own[size])[role] for role in ruleset.roles if role in dict(own[size])}
            lines.append(menu.say("cards-line", size=size, cards=_listed(menu, ruleset.id, held)))
    text = [Html(f"<b>{menu.say('section-cards')}</b>\n{menu.say('cards-which')}"), Html("\n".join(lines))]
    return menu.page(*text, rows=[*in_rows(buttons, SIZES_IN_A_ROW), menu.back()])


def cards_page(menu: Menu) -> RenderedMessage:
    found = shown_card_set(menu)
    if found is None:
        return home_page(menu)
    return _draft_page(menu, found) if found.draft else _dealt_page(menu, found)


def _dealt_page(menu: Menu, found: CardSet) -> RenderedMessage:
    """Returns the screen of the current role set, which can be copied into a draft."""
    size = str(found.size)
    rows: list[Row] = [
        [menu.does(menu.label("button-edit" if found.own else "button-copy"), SettingsAction.COPY_CARDS, size)]
    ]
    if len(named_sets(found.ruleset, found.size)) > 1:
        rows.append([menu.to(menu.label("button-other-set"), SettingsScreen.NAMED, size)])
    if found.cards:
        rows.append([menu.to(menu.label("button-balance"), SettingsScreen.BALANCE, size)])
    if found.own:
        rows.append([menu.does(menu.label("button-official-cards"), SettingsAction.USUAL_CARDS, size)])
    kind = menu.say("cards-own" if found.own else "cards-official")
    return menu.page(
        _title(menu, found, kind),
        _cards(menu, found),
        _flaws(menu, found),
        rows=[*rows, menu.back(SettingsScreen.SIZES)],
    )


def _draft_page(menu: Menu, found: CardSet) -> RenderedMessage:
    size, roles = str(found.size), list(found.ruleset.roles)
    pages = [roles[start : start + ROLES_A_PAGE] for start in range(0, len(roles), ROLES_A_PAGE)]
    page = _page(menu.value, pages)
    rows: list[Row] = []
    for role in pages[page]:
        key = role_key(found.ruleset.id, role)
        label = menu.label(
            "cards-button", icon=menu.label(f"{key}-icon"), name=menu.label(key), count=found.cards.get(role, 0)
        )
        rows.append(
            [
                menu.does(menu.label("button-less"), SettingsAction.TAKE_CARD, size, role),
                menu.to(label, SettingsScreen.ROLE, size, role),
                menu.does(menu.label("button-more"), SettingsAction.ADD_CARD, size, role),
            ]
        )
    if len(pages) > 1:
        turn = [
            menu.to(menu.label("button-page", number=n + 1), SettingsScreen.CARDS, size, pages[n][0])
            for n in range(len(pages))
            if n != page
        ]
        rows.append(turn)
    rows.append(
        [
            menu.to(menu.label("button-bring"), SettingsScreen.ADD_ROLE, size),
            menu.to(menu.label("button-balance"), SettingsScreen.BALANCE, size),
        ]
    )
    rows.append(
        [
            menu.does(menu.label("button-forget-draft"), SettingsAction.DROP_DRAFT, size, style="danger"),
            menu.does(menu.label("button-keep-cards"), SettingsAction.KEEP_CARDS, size, style="success"),
        ]
    )
    title = _title(menu, found, menu.say("cards-draft", count=found.held, size=found.size))
    return menu.page(
        title, _cards(menu, found), _flaws(menu, found), rows=[*rows, menu.back(SettingsScreen.SIZES)]
    )


def _page(value: str, pages: list[list[str]]) -> int:
    return next((number for number, roles in enumerate(pages) if value in roles), 0)


def _title(menu: Menu, found: CardSet, kind: Html) -> Html:
    return Html(f"<b>{menu.say('cards-title', count=found.size)}</b>\n{kind}")


def _cards(menu: Menu, found: CardSet) -> Html:
    return _listed(menu, found.ruleset.id, dict(found.cards)) if found.cards else menu.say("cards-none")


def _listed(menu: Menu, ruleset: str, cards: dict[str, int]) -> Html:
    parts = []
    for role, count in cards.items():
        name = role_in_text(menu.words, menu.language, ruleset, role)
        parts.append(menu.say("cards-several", name=name, count=count) if count > 1 else name)
    return Html(", ".join(parts))


def _flaws(menu: Menu, found: CardSet) -> Html:
    wrong = [menu.say("cards-error", why=menu.say(flaw.key, **flaw.args_of_words)) for flaw in found.wrong]
    advice = [menu.say("cards-advice", why=menu.say(f"flaw-{flaw}")) for flaw in found.verdict.warnings]
    return Html("\n".join((*wrong, *advice)))


def named_page(menu: Menu) -> RenderedMessage:
    found = shown_card_set(menu)
    if found is None:
        return home_page(menu)
    sets = named_sets(found.ruleset, found.size)
    lines = [
        menu.say(
            "cards-named", name=menu.say(f"role-set-{name}"), cards=_listed(menu, found.ruleset.id, _dealt(cards))
        )
        for name, cards in sets.items()
    ]
    rows: list[Row] = [
        [menu.does(menu.label(f"role-set-{name}"), SettingsAction.COPY_CARDS, str(found.size), name)]
        for name in sets
    ]
    return menu.page(Html("\n".join(lines)), rows=[*rows, menu.back(SettingsScreen.CARDS, menu.what)])


def _dealt(cards: object) -> dict[str, int]:
    return {role: count for role, count in dict(cards).items() if count}  # type: ignore[call-overload]


def add_role_page(menu: Menu) -> RenderedMessage:
    """Returns the screen with roles of other rule sets that can be added."""
    found = shown_card_set(menu)
    if found is None:
        return home_page(menu)
    names = roles_to_add(found.ruleset)
    pages = [names[start : start + BROUGHT_A_PAGE] for start in range(0, len(names), BROUGHT_A_PAGE)] or [[]]
    page = int(menu.value) if menu.value.isdecimal() and int(menu.value) < len(pages) else 0
    buttons = [menu.does(_brought(menu, name), SettingsAction.ADD_ROLE, menu.what, name) for name in pages[page]]
    turn = [
        menu.to(menu.label("button-page", number=n + 1), SettingsScreen.ADD_ROLE, menu.what, str(n))
        for n in range(len(pages))
        if n != page
    ]
    return menu.page(
        menu.say("cards-bring"), rows=[*in_rows(buttons, 2), turn, menu.back(SettingsScreen.CARDS, menu.what)]
    )


def _brought(menu: Menu, name: str) -> str:
    family, _, role = name.partition(".")
    key = f"role-{family}-{role}"
    return menu.label(
        "cards-brought", icon=menu.label(f"{key}-icon"), name=menu.label(key), game=menu.label(f"family-{family}")
    )
