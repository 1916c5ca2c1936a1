# Статистика: /stats и /top.

stats-title = 📊 <b>{ $name }</b>
stats-heading = { $name }
stats-scope = <i>{ $scope }</i>
stats-all-rules = все правила
stats-days-30 = за 30 дней
stats-days-365 = за год
stats-days-0 = за всё время
stats-games = Партий: <b>{ $games }</b>, побед: <b>{ $wins }</b> ({ $percent } %)
stats-split = { $name } { $wins }/{ $games } ({ $percent } %)
stats-line = { $label }: <b>{ $value }</b>
stats-all-games = Партий
stats-all = Победы
stats-points = Баллы
stats-best-moves = Лучшие ходы
stats-sense = Верные подозрения
stats-of = { $some } из { $all }
stats-share = { $some } ({ $percent } %)
stats-streak = Сейчас
stats-won = { $count ->
        [1] { $count } победа
        [one] { $count } победа подряд
        [few] { $count } победы подряд
       *[many] { $count } побед подряд
    }
stats-lost = { $count ->
        [1] { $count } поражение
        [one] { $count } поражение подряд
        [few] { $count } поражения подряд
       *[many] { $count } поражений подряд
    }
stats-longest = Лучшая серия побед
stats-first-deaths = Смерти в первую ночь
stats-fouls = Нарушения и удаления
stats-fouls-of = { $fouls } и { $removals }
stats-mates = Лучшие напарники
stats-mate = { $name } ({ $some } из { $all })
stats-none = Считать пока нечего: законченных партий ещё нет.
stats-note = Считаются законченные официальные партии, в которых с первой минуты за столом одни люди.
stats-friends = Дружеские
stats-note-friends = Дружеские партии: домашние правила, другое число игроков или боты за столом. Баллов здесь нет, считаются победы.
finale-friends = 👥 <b>Счёт компании за 30 дней</b>
finale-friend = { $name } — { $wins } из { $games }
stats-left = Этого игрока в статистике нет: так решает каждый за себя.
stats-now-left = Хорошо, в статистике вас больше нет.
stats-now-counted = Вы снова в статистике.
stats-of-whom = Чья статистика нужна? Ответьте командой /stats на сообщение игрока. Свою покажет просто /stats, от своего имени.

top-title = 🏆 <b>Таблица группы</b>
top-heading = Таблица группы
top-line = { $place }. { $name } — { $wins } из { $games } ({ $percent } %){ $points }
top-least = По доле побед, от { $count ->
    [one] { $count } партии
   *[many] { $count } партий
  }.
top-points = { " " }· <b>{ $points }</b> б.
top-player = Игрок
top-games = Партий
top-wins = Побед
top-share = Доля побед
top-sum = Баллы
top-in-group = Таблица своя у каждой группы: напишите /top там. Ваша статистика: /stats

button-days-30 = 30 дней
button-days-365 = Год
button-days-0 = Всё время
button-all-rules = Все правила
button-leave-stats = Не считать меня
button-count-me = Снова считать меня
