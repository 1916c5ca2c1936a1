# Личный чат.

card-title = 🃏 { $name }, ваша карта:
card-role = { $icon } <b>{ $role }</b>
card-learnt = <b>Что вы уже знаете:</b>
prompt-night = 🌙 <b>Ночь { $night }</b>
prompt-wait = Ответ принят. Ждём утра.
prompt-over = Этот ход уже завершён.
prompt-sure-shoot = Выстрел: { $seat }. Точно?
prompt-talk = Пишите сюда: бот передаст вашей команде.
prompt-chosen = Выбрано: { $seats }
meet-leader = ⭐ Доброй ночи! Осмотритесь: завтра город надеется на вас.
meet-appoint = Назначьте порядок отстрела: нажимайте номера по порядку, начиная с первой ночи.
best-move-ask = 🎯 <b>Лучший ход.</b> Назовите до трёх игроков, которых считаете чёрными.
best-move-made = 🎯 Лучший ход: { $seats }

button-seat-name = { $seat } { $name }
button-seat-chosen = ✅ { $seat } { $name }
button-shoot-seat = 🔫 { $seat } { $name }
button-check-seat = 🔎 { $seat } { $name }
button-nobody = Никого
button-sure = Да, стреляю
button-other = Выбрать другого
button-done = Готово
button-clear = Выбрать заново

mates-says = 🕶 <b>{ $name }</b>: { $text }
mates-shows = 🕶 <b>{ $name }</b> показывает:
mates-heard = Передано вашей команде.
mates-none = Передать не вышло: в вашей команде сейчас некому это прочесть.
dead-says = 👻 <b>{ $name }</b>: { $text }
dead-shows = 👻 <b>{ $name }</b> показывает:
dead-heard = Передано тем, кто уже вне игры.
dead-none = Передать не вышло: среди тех, кто уже вне игры, некому это прочесть.
whisper-only = Бот передаёт ваши слова, стикеры и голосовые. Остальное и пересланное не передаёт.

private-idle = Сейчас вы не сидите ни за одним столом. Открыть стол в группе: /newgame. Что умеет бот: /help
private-out = Вы уже вне игры. Чем всё кончится, смотрите в группе.
private-night = Сейчас ночь: ответьте кнопкой под последним вопросом. Ваши слова бот никому не передаст.
private-wait = Сейчас игра идёт в группе, здесь отвечать не на что. Ваша карта: /role
private-judge = Вы судите игру, слова здесь никто не прочтёт. Судейский пульт: /judge
private-card = Посмотрите свою карту и нажмите под ней «Карта получена». Ещё раз карта: /role
private-best-move = Назовите лучший ход кнопками под последним вопросом: до трёх игроков.
private-minute = Сейчас ваша минута: говорите в группе, здесь вас никто не слышит.
unknown-command = Такой команды нет. Что умеет бот: /help

tap-wait = Секунду…
tap-accepted = Принято.
tap-old = Этот ход уже завершён.
tap-not-seated = Вас нет за этим столом.
tap-no-stopped = Эта игра остановлена.
tap-no-paused = Игра на паузе: время стоит, ходить пока нельзя.
tap-twice-nominate = Выставить № { $seat }? Нажмите ещё раз.
sent-to-private = Ответ в личном чате с ботом.
role-none = Карты у вас нет: вы сейчас не в игре.
role-only-you = 👁 Карту видите только вы.
