# Вопросы в личном чате: карта, ночь, знакомство, лучший ход.

card-title = 🃏 { $name }, ваша карта:
card-role = { $icon } <b>{ $role }</b>
card-learnt = <b>Что вы уже знаете:</b>
prompt-night = 🌙 <b>Ночь { $night }</b>
prompt-night-goes-on = 🌙 <b>Ночь { $night }, продолжение</b>
prompt-suspect-again = Кто под подозрением теперь? Можно назвать и того же игрока.
prompt-over = Этот ход уже завершён.
prompt-unanswered = Без ответа: время вышло.
prompt-sure-shoot = Выстрел: { $seat }. Точно?
prompt-agreed = 🤝 Договорка на эту ночь: { $seat }.
prompt-agreed-gone = 🤝 Договорка на эту ночь: { $seat }, но этого игрока уже нет за столом.
prompt-in-prison = 🔒 Вы в тюрьме: выбор подействует, только если этой ночью до вашего хода не станет надзирателя.
prompt-talk = Пишите сюда, прочтут свои: { $seats }.
prompt-talk-none = Кроме вас, в команде только боты: выбирайте сами, писать им незачем.
prompt-chosen = Выбрано: { $seats }

# Что будет, если промолчать: в конце каждого личного вопроса.
if-silent-order = Не ответите вовремя — порядка не будет.
if-silent-shot-missed = Не ответите вовремя — промах у всей команды.
if-silent-shot-by-others = Не ответите вовремя — решат остальные из вашей команды.
if-silent-shot-of-ones-own = Не ответите вовремя — выстрела не будет.
if-silent-check = Не ответите вовремя — проверки этой ночью не будет.
if-silent-check-after-shot = Не ответите вовремя — проверки этой ночью не будет.
if-silent-choice = Не ответите вовремя — не выбран никто.
if-silent-best-move = Не успеете нажать «Готово» — засчитаются отмеченные номера, а без них лучшего хода не будет.

meet-leader = ⭐ Доброй ночи! Осмотритесь: завтра город надеется на вас.
meet-appoint = Назначьте порядок отстрела: нажимайте номера по порядку, начиная с первой ночи.
meet-talk = До конца знакомства пишите сюда, прочтут свои: { $seats }.
best-move-ask = 🎯 <b>Лучший ход.</b> Назовите до трёх игроков, которых считаете чёрными.
best-move-made = 🎯 Лучший ход: { $seats }
best-move-none = 🎯 Лучший ход не назван.
best-move-forfeited = Вы называете себя комиссаром: права на лучший ход больше нет.

button-seat-name = { $seat } { $name }
button-seat-chosen = ✅ { $seat } { $name }
button-own = { $name } — вы
button-agreed-seat = 🎯 { $seat } { $name }
button-shoot-seat = 🔫 { $seat } { $name }
button-check-seat = 🔎 { $seat } { $name }
button-nobody = Никого
button-sure = Да, стреляю
button-done = Готово
button-clear = Выбрать заново

card-doctor-self-never = Себя лечить нельзя.
card-doctor-self-once = Себя — только раз за игру.
card-doctor-self-any = Можно и себя.
card-doctor-not-twice = Одного и того же лечить две ночи подряд нельзя.
