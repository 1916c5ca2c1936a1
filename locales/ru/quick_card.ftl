# Стол до игры: что за вечер, быстрая настройка, кнопки.

## Вопрос перед первым столом группы

evening-which = 🎩 <b>Какой будет вечер?</b>
evening-party = 🎉 Компания
evening-party-about = 🎉 <b>Компания</b>: говорят все сразу, партия на 15–25 минут, начать можно вчетвером.
evening-box = 🎴 Настольная
evening-box-about = 🎴 <b>Настольная</b>: двадцать ролей, днём говорят все сразу.
evening-city = 🎭 Город
evening-city-about = 🎭 <b>Город</b>: комиссар, доктор, любовница и маньяк; говорят по очереди.
evening-sport = 🏆 Спорт
evening-sport-about = 🏆 <b>Спорт</b>: строгие турнирные правила, по минуте на речь, остальные молчат.
evening-kept = Так здесь будут играть и дальше. Передумаете — нажмите ⚙️.
evening-sizes = { $kind } · { $least }–{ $most }
evening-one-size = { $kind } · { $least }
documents-which = 🏆 <b>По каким правилам?</b>
documents-one = <b>{ $name }</b>
    { $about }
lobby-sit-already = За столом: { $names }.

## Строки стола

lobby-full = Все места заняты.
lobby-full-fits = Все места заняты. Вас больше? Кнопка ниже сменит игру.
lobby-few-fits = { $taken ->
    [one] Вас { $taken }. Доберите ботов или смените игру кнопкой ниже.
   *[other] Вас { $taken }. Доберите ботов или смените игру кнопкой ниже.
}
lobby-unofficial = Официальная игра — на { $official } игроков, эта партия будет дружеской.
lobby-starts-gathered = { $count ->
    [one] Игра начнётся сама, когда за столом будет { $count } игрок.
    [few] Игра начнётся сама, когда за столом будет { $count } игрока.
   *[other] Игра начнётся сама, когда за столом будет { $count } игроков.
}
lobby-starts-never = Игра начнётся, когда нажмут «Начать».
lobby-waits-for-start = Игроков хватает, но игру ещё не начали: нажмите «Начать».
lobby-never-started = Игру так и не начали, стол закрыт. Новый: /newgame

## Быстрая настройка

quick-pace-fast = 🐇 быстрый темп
quick-pace-slow = 🐢 неспешный темп
quick-ballot-secrecy-open = 🗳 голоса видны сразу
quick-ballot-secrecy-hidden = 🗳 голоса видны после закрытия
quick-ballot-secrecy-anonymous = 🗳 голосование анонимное
quick-reveal-roles-on = 🃏 карты выбывших открываются
quick-reveal-roles-off = 🃏 карты выбывших закрыты
card-speech = 🎙 На речь { $length }.
card-discussion = 💬 На обсуждение { $length }.
card-ballot-secrecy-open = 🗳 Голоса видны сразу.
card-ballot-secrecy-hidden = 🗳 Голоса видны после закрытия голосования.
card-ballot-secrecy-anonymous = 🗳 Кому отдан голос, не узнает никто.
card-reveal-roles-on = 🃏 Карта выбывшего открывается.
card-reveal-roles-off = 🃏 Карты выбывших закрыты до конца игры.

## Кнопки

button-gear = ⚙️ Ещё
button-fill = Добрать ботами до { $count }
button-empty = Без ботов
button-card = Быстрая настройка
button-more-of-table = Другое…
button-pace-fast = Быстро
button-pace-usual = Обычно
button-pace-slow = Неспешно
button-ballot-secrecy-open = Открыто
button-ballot-secrecy-hidden = Скрыто
button-ballot-secrecy-anonymous = Анонимно
button-reveal-roles-on = Карты видны
button-reveal-roles-off = Карты закрыты

## Ответы

lobby-filled = { $count ->
    [one] Добрали ботами: за столом { $count } игрок.
    [few] Добрали ботами: за столом { $count } игрока.
   *[other] Добрали ботами: за столом { $count } игроков.
}
lobby-emptied = Боты встали из-за стола, остаётся { $count }.
lobby-rules-chosen = Играем: { $ruleset }.
lobby-choice-made = Готово.
lobby-no-enough = Игроков уже хватает. Ещё одного бота добавит кнопка под ⚙️.
lobby-too-many = За столом уже { $seated }: столько по этим правилам не играют.
