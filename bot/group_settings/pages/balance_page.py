"""The screen with the simulated balance of a role set."""

from bot.group_settings.pages.first_page import home_page
from bot.group_settings.pages.menu_context import Menu
from bot.group_settings.pages.role_sets_page import shown_card_set
from bot.language.translator import Html
from bot.simulation.simulation import interval
from bot.telegram.buttons.settings_actions import SettingsScreen
from bot.telegram.message import RenderedMessage


def balance_page(menu: Menu) -> RenderedMessage:
    found = shown_card_set(menu)
    if found is None:
        return home_page(menu)
    title = Html(f"<b>{menu.say('balance-title', count=found.size)}</b>\n{menu.say('balance-about')}")
    figures = menu.figures
    if figures.get("failed"):
        text = menu.say("balance-failed")
    elif not figures:
        text = menu.say("balance-waiting")
    else:
        games = figures["games"]
        lines = [menu.say("balance-games", count=games, days=round(figures["days"], 1))]
        for winner, wins in sorted(figures["wins"].items(), key=lambda pair: -pair[1]):
            low, high = interval(wins, games)
            lines.append(
                menu.say(
                    "balance-line",
                    winner=menu.say(f"winner-{winner}"),
                    share=round(100 * wins / games),
                    error=max(1, round(50 * (high - low))),
                )
            )
        lines.append(menu.say("balance-done" if figures["done"] else "balance-goes-on"))
        text = Html("\n".join(lines))
    running = not (figures.get("done") or figures.get("failed"))
    label = menu.label("button-stop-balance" if running else "button-back")
    return menu.page(title, text, rows=[[menu.to(label, SettingsScreen.CARDS, menu.what)]])
