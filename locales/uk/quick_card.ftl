# Стіл до гри: що за вечір, швидке налаштування, кнопки.

## Запитання перед першим столом групи

evening-which = 🎩 <b>Який буде вечір?</b>
evening-party = 🎉 Компанія
evening-party-about = 🎉 <b>Компанія</b>: говорять усі разом, партія на 15–25 хвилин, почати можна вчотирьох.
evening-box = 🎴 Настільна
evening-box-about = 🎴 <b>Настільна</b>: двадцять ролей, удень говорять усі разом.
evening-city = 🎭 Місто
evening-city-about = 🎭 <b>Місто</b>: комісар, лікар, коханка й маніяк; говорять по черзі.
evening-sport = 🏆 Спорт
evening-sport-about = 🏆 <b>Спорт</b>: суворі турнірні правила, по хвилині на промову, решта мовчить.
evening-kept = Так тут гратимуть і надалі. Передумаєте — натисніть ⚙️.
evening-sizes = { $kind } · { $least }–{ $most }
evening-one-size = { $kind } · { $least }
documents-which = 🏆 <b>За якими правилами?</b>
documents-one = <b>{ $name }</b>
    { $about }
lobby-sit-already = За столом: { $names }.

## Рядки столу

lobby-full = Усі місця зайнято.
lobby-full-fits = Усі місця зайнято. Вас більше? Кнопка нижче змінить гру.
lobby-few-fits = { $taken ->
    [one] Вас { $taken }. Доберіть ботів або змініть гру кнопкою нижче.
   *[other] Вас { $taken }. Доберіть ботів або змініть гру кнопкою нижче.
}
lobby-unofficial = Офіційна гра — на { $official } гравців, ця партія буде дружньою.
lobby-starts-gathered = { $count ->
    [one] Гра почнеться сама, коли за столом буде { $count } гравець.
    [few] Гра почнеться сама, коли за столом буде { $count } гравці.
   *[other] Гра почнеться сама, коли за столом буде { $count } гравців.
}
lobby-starts-never = Гра почнеться, коли натиснуть «Почати».
lobby-waits-for-start = Гравців вистачає, але гру ще не почали: натисніть «Почати».
lobby-never-started = Гру так і не почали, стіл закрито. Новий: /newgame

## Швидке налаштування

quick-pace-fast = 🐇 швидкий темп
quick-pace-slow = 🐢 неквапний темп
quick-ballot-secrecy-open = 🗳 голоси видно одразу
quick-ballot-secrecy-hidden = 🗳 голоси видно після закриття
quick-ballot-secrecy-anonymous = 🗳 голосування анонімне
quick-reveal-roles-on = 🃏 карти вибулих відкриваються
quick-reveal-roles-off = 🃏 карти вибулих закриті
card-speech = 🎙 На промову { $length }.
card-discussion = 💬 На обговорення { $length }.
card-ballot-secrecy-open = 🗳 Голоси видно одразу.
card-ballot-secrecy-hidden = 🗳 Голоси видно після закриття голосування.
card-ballot-secrecy-anonymous = 🗳 Кому віддано голос, не дізнається ніхто.
card-reveal-roles-on = 🃏 Карта вибулого відкривається.
card-reveal-roles-off = 🃏 Карти вибулих закриті до кінця гри.

## Кнопки

button-gear = ⚙️ Ще
button-fill = Добрати ботами до { $count }
button-empty = Без ботів
button-card = Швидке налаштування
button-more-of-table = Інше…
button-pace-fast = Швидко
button-pace-usual = Звичайно
button-pace-slow = Неквапно
button-ballot-secrecy-open = Відкрито
button-ballot-secrecy-hidden = Приховано
button-ballot-secrecy-anonymous = Анонімно
button-reveal-roles-on = Карти видно
button-reveal-roles-off = Карти закриті

## Відповіді

lobby-filled = { $count ->
    [one] Добрали ботами: за столом { $count } гравець.
    [few] Добрали ботами: за столом { $count } гравці.
   *[other] Добрали ботами: за столом { $count } гравців.
}
lobby-emptied = Боти встали з-за столу, лишається { $count }.
lobby-rules-chosen = Граємо: { $ruleset }.
lobby-choice-made = Готово.
lobby-no-enough = Гравців уже вистачає. Ще одного бота додасть кнопка під ⚙️.
lobby-too-many = За столом уже { $seated }: стільки за цими правилами не грають.
