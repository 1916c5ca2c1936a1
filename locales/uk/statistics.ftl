# Статистика: /stats і /top.

stats-title = 📊 <b>{ $name }</b>
stats-heading = { $name }
stats-scope = <i>{ $scope }</i>
stats-all-rules = усі правила
stats-days-30 = за 30 днів
stats-days-365 = за рік
stats-days-0 = за весь час
stats-games = Партій: <b>{ $games }</b>, перемог: <b>{ $wins }</b> ({ $percent } %)
stats-split = { $name } { $wins }/{ $games } ({ $percent } %)
stats-line = { $label }: <b>{ $value }</b>
stats-all-games = Партій
stats-all = Перемоги
stats-points = Бали
stats-best-moves = Найкращі ходи
stats-sense = Слушні підозри
stats-of = { $some } з { $all }
stats-share = { $some } ({ $percent } %)
stats-streak = Зараз
stats-won = { $count ->
        [1] { $count } перемога
        [one] { $count } перемога поспіль
        [few] { $count } перемоги поспіль
       *[many] { $count } перемог поспіль
    }
stats-lost = { $count ->
        [1] { $count } поразка
        [one] { $count } поразка поспіль
        [few] { $count } поразки поспіль
       *[many] { $count } поразок поспіль
    }
stats-longest = Найкраща серія перемог
stats-first-deaths = Смерті першої ночі
stats-fouls = Порушення й вилучення
stats-fouls-of = { $fouls } і { $removals }
stats-mates = Найкращі напарники
stats-mate = { $name } ({ $some } з { $all })
stats-none = Рахувати поки нічого: завершених партій ще немає.
stats-note = Рахуються завершені офіційні партії, у яких із першої хвилини за столом самі люди.
stats-friends = Дружні
stats-note-friends = Дружні партії: домашні правила, інша кількість гравців або боти за столом. Балів тут немає, рахуються перемоги.
finale-friends = 👥 <b>Рахунок компанії за 30 днів</b>
finale-friend = { $name } — { $wins } з { $games }
stats-left = Цього гравця в статистиці немає: так вирішує кожен за себе.
stats-now-left = Гаразд, у статистиці вас більше немає.
stats-now-counted = Ви знову в статистиці.
stats-of-whom = Чия статистика потрібна? Дайте відповідь командою /stats на повідомлення гравця. Свою покаже просто /stats, від свого імені.

top-title = 🏆 <b>Таблиця групи</b>
top-heading = Таблиця групи
top-line = { $place }. { $name } — { $wins } з { $games } ({ $percent } %){ $points }
top-least = За часткою перемог, від { $count ->
    [one] { $count } партії
   *[many] { $count } партій
  }.
top-points = { " " }· <b>{ $points }</b> б.
top-player = Гравець
top-games = Партій
top-wins = Перемог
top-share = Частка перемог
top-sum = Бали
top-in-group = Таблиця в кожної групи своя: напишіть /top там. Ваша статистика: /stats

button-days-30 = 30 днів
button-days-365 = Рік
button-days-0 = Весь час
button-all-rules = Усі правила
button-leave-stats = Не рахувати мене
button-count-me = Знову рахувати мене
