"""A section of the settings, and one value with those it could have."""

from bot.club.choices import CHOICES
from bot.club.deeds import Deed, Screen
from bot.club.dials import SECTION_OF, SECTIONS, dial, dials_in
from bot.language.words import Html
from bot.pages.club.home import home_page
from bot.pages.club.menu import Menu, Row, name_key
from bot.pages.sheet import Sheet, in_rows

SHORT = 14
"""Signs of a value of which three stand in a row."""
FEW = 4
"""So many values have a row each."""


def section_page(menu: Menu) -> Sheet:
    if menu.what not in SECTIONS:
        return home_page(menu)
    rows: list[Row] = []
    for each in dials_in(menu.group, menu.what):
        label = menu.label("settings-value", name=menu.name(each), value=_plain(menu.in_words(each, each.now)))
        rows.append([menu.to(menu.marked(label, changed=each.changed), Screen.DIAL, each.key)])
    title = Html(f"<b>{menu.say(f'section-{menu.what}')}</b>")
    return menu.sheet(title, menu.say("settings-tap-one"), rows=[*rows, menu.back()])


def dial_page(menu: Menu) -> Sheet:
    found = dial(menu.group, menu.what)
    if found is None:
        return home_page(menu)
    key = name_key(found.key)
    text = [Html(f"<b>{menu.say(key)}</b>\n{menu.say(f'{key}-about')}")]
    now = menu.say("settings-now", value=menu.in_words(found, found.now))
    text.append(menu.say("settings-changed", what=now) if found.changed else now)
    usual = menu.in_words(found, found.usual)
    if found.key in CHOICES:
        text += [menu.say("settings-usually", value=usual)] if CHOICES[found.key].usual else []
    elif found.clause:
        text.append(menu.say("settings-by-clause", value=usual, clause=found.clause))
    else:
        text.append(menu.say("settings-officially", value=usual))
    values = []
    for value in found.offered:
        label = _plain(menu.in_words(found, value))
        chosen = value == found.now
        label = menu.label("settings-chosen", what=label) if chosen else label
        values.append(menu.does(label, Deed.TURN, found.key, value, "primary" if chosen else None))
    longest = max(len(each.text) for each in values)
    width = 3 if longest <= SHORT else 1 if len(values) <= FEW else 2
    rows: list[Row] = [*in_rows(values, width)]
    if found.typed:
        rows.append([menu.asks(menu.label("button-own-value"), Deed.TURN, found.key)])
    if found.changed:
        name = "button-usual" if found.key in CHOICES else "button-official"
        rows.append([menu.does(menu.label(name), Deed.BACK_TO_USUAL, found.key)])
    return menu.sheet(text[0], "\n".join(text[1:]), rows=[*rows, menu.back(Screen.SECTION, SECTION_OF[found.key])])


def _plain(html: Html) -> str:
    """A value has no tags and no typed names in it; only what Telegram would have unescaped."""
    return html.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
