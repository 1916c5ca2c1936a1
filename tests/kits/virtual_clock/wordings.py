"""What the messages of a game look like to a reader, in both languages, written by hand from what stands in chats.

Nothing here comes from the locales: a changed text that no longer says what it said is noticed. Whoever changes a
text on purpose changes its line here, once in each table. A line of a message is matched without its tags. A
player is always `№ 4 Nick`; «@» stands for one player, «@@» for several.
"""

import re
from collections.abc import Mapping

PLAYER = r"№ (\d+) [^:,—]*?"
PLAYERS = r"(№ \d+ .*?)"

_RU = {
    # headings: which part of the game the following lines belong to
    "day": r"☀️ День (\d+)\.",
    "night": r"🌙 Наступает ночь (\d+)\.",
    # who has the floor
    "speech": r"@, ваша минута|@, за (?:фолы|замечания) у вас минута без слов|^🎙 @(?: ·|:|$)",
    "tie speech": r"@, у вас \d+ секунд\w*, чтобы оправдаться|^⚖️ @(?: ·|:|$)",
    "last word": r"@, ваше последнее слово|^🕯 @(?: ·|:|$)",
    "discussion": r"💬 (?:Город обсуждает|Ещё одно короткое обсуждение|Обсуждение окончено)",
    "says": r"^🗣 @:",
    # what is done in it
    "nominates": r"☝️ @ выставляет: @\. Принято",
    "withdraws": r"↩️ @ отзывает: @\. Отозвано",
    # ballots
    "votes": r"^(?:▫️|👉) @ — (нет голосов|\d+ голос\w*)(?: \((.+)\))?$",
    "still called": r"@ — кто против\?",
    "tie": r"⚖️ Голоса поровну: @@\.$",
    "lift": r"Голосов «за»: (\d+)\. (Уходят все|Все остаются)",
    "lifted": r"Уходят все",
    "lift hands": r"^За: (.+) · Против: (.+)$",
    "no ballot: nobody": r"Кандидатур нет, голосования не будет",
    "no ballot: one-on-day-one": r"В первый день единственную кандидатуру на голосование не ставят",
    "no ballot: cancelled": r"После удаления голосования сегодня не будет",
    "no ballot: struck": r"Кандидатур не осталось, голосования не будет",
    "acquitted": r"🕊 @ остаётся за столом",
    # departures
    "voted": r"По решению города игру покидает @@\.$",
    "lifted out": r"^🚪 Игру покидают: @@\.$",
    "shot": r"💀 Этой ночью (?:убит игрок|убиты:) @@\.$",
    "nobody shot": r"Этой ночью никто не убит",
    "removed": r"⛔️ Удаление: игру покида\w+ @@\.$",
    "card": r"^🃏 @ — .+\.$",
    # the judge
    "foul": r"❗️ (?:Фол|Замечание): @, всего (\d+)",
    "pardon": r"➖ (?:Фол снят|Замечание снято): @, осталось (\d+)",
    "undone": r"↩️ Последнее решение судьи отменено",
    # the morning
    "prison": r"🔒 В тюрьме: @@\.",
    "freed": r"🔓 Снова на свободе: @@\.",
    "no vote": r"🤐 Сегодня без права голоса: @@\.",
    "alibi": r"💋 Алиби на сегодня: @@\.",
    "best move": r"🎯 Лучший ход, @: @@\.$",
    "no best move": r"🎯 @ обходится без лучшего хода",
    # the end
    "winner": r"🏁 (?:Стоп-игра, )?(победа \w+|ничья)!",
    # other messages by which a reader knows the running step
    "meeting": r"🌙 Город засыпает: ночь знакомства",
    "night asks": r"^Город засыпает\. Ответьте",
    "night goes on": r"^Ночь продолжается",
    "ballot": r"🗳 Голосование\.",
    "tie ballot": r"🗳 Переголосование",
    "lift ballot": r"Уходят ли все",
    "best move asked": r"🎯 @, лучший ход: назовите",
    # private chats
    "private meeting": r"^Назначьте порядок отстрела: нажимайте",
    "private night": r"^🌙 Ночь (\d+)(?:, продолжение)?$",
    "private best move": r"🎯 Лучший ход\. Назовите",
    "farewell": r"^(?:💀 Этой ночью вас убили|🚪 .*Вы покидаете игру|🚪 По решению города вы|⛔️ Вы выбываете)",
    # clocks without a countdown
    "ten seconds": r"Осталось 10 секунд",
    "vote soon": r"^⏳ Голосование через (\d+) с$",
    # what comes of silence in a vote
    "silence": r"^Не проголосуете — (?:голос пойдёт против последней кандидатуры: @\.|ваш голос не|это не? ?«)",
}

_UK = {
    "day": r"☀️ День (\d+)\.",
    "night": r"🌙 Настає ніч (\d+)\.",
    "speech": r"@, ваша хвилина|@, за (?:фоли|зауваження) у вас хвилина без слів|^🎙 @(?: ·|:|$)",
    "tie speech": r"@, у вас \d+ секунд\w*, щоб виправдатися|^⚖️ @(?: ·|:|$)",
    "last word": r"@, ваше останнє слово|^🕯 @(?: ·|:|$)",
    "discussion": r"💬 (?:Місто радиться|Ще одне коротке обговорення|Обговорення закінчено)",
    "says": r"^🗣 @:",
    "nominates": r"☝️ @ виставляє: @\. Прийнято",
    "withdraws": r"↩️ @ відкликає: @\. Відкликано",
    "votes": r"^(?:▫️|👉) @ — (немає голосів|\d+ голос\w*)(?: \((.+)\))?$",
    "still called": r"@ — хто проти\?",
    "tie": r"⚖️ Голосів порівну: @@\.$",
    "lift": r"Голосів «за»: (\d+)\. (Ідуть усі|Усі лишаються)",
    "lifted": r"Ідуть усі",
    "lift hands": r"^За: (.+) · Проти: (.+)$",
    "no ballot: nobody": r"Кандидатур немає, голосування не буде",
    "no ballot: one-on-day-one": r"Першого дня єдину кандидатуру на голосування не ставлять",
    "no ballot: cancelled": r"Після вилучення голосування сьогодні не буде",
    "no ballot: struck": r"Кандидатур не лишилося, голосування не буде",
    "acquitted": r"🕊 @ лишається за столом",
    "voted": r"За рішенням міста гру покидає @@\.$",
    "lifted out": r"^🚪 Гру покидають: @@\.$",
    "shot": r"💀 Цієї ночі (?:вбито гравця|вбито:) @@\.$",
    "nobody shot": r"Цієї ночі нікого не вбито",
    "removed": r"⛔️ Вилучення: гру покида\w+ @@\.$",
    "card": r"^🃏 @ — .+\.$",
    "foul": r"❗️ (?:Фол|Зауваження): @, усього (\d+)",
    "pardon": r"➖ (?:Фол|Зауваження) знято: @, лишилося (\d+)",
    "undone": r"↩️ Останнє рішення судді скасовано",
    "prison": r"🔒 У в’язниці: @@\.",
    "freed": r"🔓 Знову на волі: @@\.",
    "no vote": r"🤐 Сьогодні без права голосу: @@\.",
    "alibi": r"💋 Алібі на сьогодні: @@\.",
    "best move": r"🎯 Найкращий хід, @: @@\.$",
    "no best move": r"🎯 @ обходиться без найкращого ходу",
    "winner": r"🏁 (?:Стоп-гра, )?(перемога \w+|нічия)!",
    "meeting": r"🌙 Місто засинає: ніч знайомства",
    "night asks": r"^Місто засинає\. Дайте боту відповідь",
    "night goes on": r"^Ніч триває",
    "ballot": r"🗳 Голосування\.",
    "tie ballot": r"🗳 Переголосування",
    "lift ballot": r"Чи йдуть усі",
    "best move asked": r"🎯 @, найкращий хід: назвіть",
    "private meeting": r"^Призначте порядок відстрілу: натискайте",
    "private night": r"^🌙 Ніч (\d+)(?:, продовження)?$",
    "private best move": r"🎯 Найкращий хід\. Назвіть",
    "farewell": r"^(?:💀 Цієї ночі вас убито|🚪 .*Ви залишаєте гру|🚪 За рішенням міста ви|⛔️ Ви вибуваєте)",
    "ten seconds": r"Лишається 10 секунд",
    "vote soon": r"^⏳ Голосування через (\d+) с$",
    "silence": r"^Не проголосуєте — (?:голос піде проти останньої кандидатури: @\.|ваш голос не|це не? ?«)",
}

WINNERS = {
    "победа красных": "red",
    "победа чёрных": "black",
    "победа мирных": "town",
    "победа мафии": "mafia",
    "победа якудзы": "yakuza",
    "победа одиночки": "loner",
    "ничья": "draw",
    "перемога червоних": "red",
    "перемога чорних": "black",
    "перемога мирних": "town",
    "перемога мафії": "mafia",
    "перемога якудзи": "yakuza",
    "перемога одинака": "loner",
    "нічия": "draw",
}

Wording = Mapping[str, re.Pattern[str]]


def _compiled(table: Mapping[str, str]) -> Wording:
    return {
        what: re.compile(pattern.replace("@@", PLAYERS).replace("@", PLAYER), re.IGNORECASE)
        for what, pattern in table.items()
    }


WORDINGS: Mapping[str, Wording] = {"ru": _compiled(_RU), "uk": _compiled(_UK)}
