# Приватний чат.

card-title = 🃏 { $name }, ваша карта:
card-role = { $icon } <b>{ $role }</b>
card-learnt = <b>Що ви вже знаєте:</b>
prompt-night = 🌙 <b>Ніч { $night }</b>
prompt-wait = Відповідь прийнято. Чекаємо ранку.
prompt-over = Цей хід уже завершено.
prompt-sure-shoot = Постріл: { $seat }. Точно?
prompt-talk = Пишіть сюди: бот передасть вашій команді.
prompt-chosen = Обрано: { $seats }
meet-leader = ⭐ Доброї ночі! Роззирніться: завтра місто покладається на вас.
meet-appoint = Призначте порядок відстрілу: натискайте номери по порядку, починаючи з першої ночі.
best-move-ask = 🎯 <b>Найкращий хід.</b> Назвіть до трьох гравців, яких вважаєте чорними.
best-move-made = 🎯 Найкращий хід: { $seats }

button-seat-name = { $seat } { $name }
button-seat-chosen = ✅ { $seat } { $name }
button-shoot-seat = 🔫 { $seat } { $name }
button-check-seat = 🔎 { $seat } { $name }
button-nobody = Нікого
button-sure = Так, стріляю
button-other = Обрати іншого
button-done = Готово
button-clear = Обрати заново

mates-says = 🕶 <b>{ $name }</b>: { $text }
mates-shows = 🕶 <b>{ $name }</b> показує:
mates-heard = Передано вашій команді.
mates-none = Передати не вийшло: у вашій команді зараз нема кому це прочитати.
dead-says = 👻 <b>{ $name }</b>: { $text }
dead-shows = 👻 <b>{ $name }</b> показує:
dead-heard = Передано тим, хто вже поза грою.
dead-none = Передати не вийшло: серед тих, хто вже поза грою, нема кому це прочитати.
whisper-only = Бот передає ваші слова, стікери й голосові. Решту та переслане не передає.

private-idle = Зараз ви не сидите за жодним столом. Відкрити стіл у групі: /newgame. Що вміє бот: /help
private-out = Ви вже поза грою. Чим усе скінчиться, дивіться в групі.
private-night = Зараз ніч: відповідайте кнопкою під останнім запитанням. Ваших слів бот нікому не передасть.
private-wait = Зараз гра йде в групі, тут відповідати нема на що. Ваша карта: /role
private-judge = Ви судите гру, слів тут ніхто не прочитає. Суддівський пульт: /judge
private-card = Подивіться свою карту й натисніть під нею «Карту отримано». Карта ще раз: /role
private-best-move = Назвіть найкращий хід кнопками під останнім запитанням: до трьох гравців.
private-minute = Зараз ваша хвилина: говоріть у групі, тут вас ніхто не чує.
unknown-command = Такої команди немає. Що вміє бот: /help

tap-wait = Секунду…
tap-accepted = Прийнято.
tap-old = Цей хід уже завершено.
tap-not-seated = Вас немає за цим столом.
tap-no-stopped = Цю гру зупинено.
tap-no-paused = Гра на паузі: час стоїть, ходити поки не можна.
tap-twice-nominate = Виставити № { $seat }? Натисніть ще раз.
sent-to-private = Відповідь у приватному чаті з ботом.
role-none = Карти у вас немає: ви зараз не в грі.
role-only-you = 👁 Карту бачите лише ви.
