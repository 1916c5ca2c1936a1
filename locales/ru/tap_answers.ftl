# Короткие ответы на нажатия.

tap-wait = Секунду…
tap-accepted = Принято.
tap-old = Этот ход уже завершён.
tap-not-seated = Вас нет за этим столом.
tap-no-stopped = Эта игра остановлена.
tap-no-paused = Игра на паузе: время стоит, ходить пока нельзя.
tap-twice-nominate = Выставить № { $seat }? Нажмите ещё раз.
tap-no-other-asked = Этот вопрос не вам.
sent-to-private = Ответ в личном чате с ботом.
role-none = Карты у вас нет: вы сейчас не в игре.
role-only-you = 👁 Карту видите только вы.
