# Турниры: регистрация, рассадка, игры, таблица, протесты.

cup-none = В этой группе нет турнира. Админ создаёт его так: <code>/tournament new Название</code>
cup-is-there = Турнир «{ $name }» ещё идёт. Новый можно создать, когда он закончится.
cup-only-chief = Это решает главный судья турнира или админ группы.

cup-title = 🏆 <b>{ $name }</b> · { $stage }
cup-shape = { $ruleset } · { $tables ->
    [one] { $tables } стол
    [few] { $tables } стола
   *[many] { $tables } столов
  } · { $rounds ->
    [one] { $rounds } тур
    [few] { $rounds } тура
   *[many] { $rounds } туров
  }
cup-seal = <blockquote expandable>Код турнира: <code>{ $id }</code>
    Рассадка, карты и жребий следуют из секрета, который запечатан до регистрации.
    SHA-256: <code>{ $seal }</code></blockquote>
cup-stage-selection = отбор
cup-stage-quarter = четвертьфинал
cup-stage-semi = полуфинал
cup-stage-final = финал
cup-draft = Выберите стадию, правила, число столов и туров, затем откройте регистрацию.

cup-entrants = Записались: <b>{ $count }</b>, нужно хотя бы { $needed }.
cup-entrant = { $number }. { $name }{ $mark }
cup-mark-reserve = { " " }(запасной)
cup-more = …и ещё { $count }
cup-apart = ↔️ { $one } и { $other } не играют за одним столом.
cup-seeking = ⏳ Ищем рассадку: { $percent } %
cup-seeking-begun = Ищем рассадку, это займёт до полуминуты.
cup-seeking-already = Рассадка уже ищется.
cup-seeking-failed = Рассадку найти не вышло. Попробуйте ещё раз.
cup-quality = 🪑 <b>Рассадка готова.</b> Встреч у каждой пары: { $fewest }–{ $most }, в среднем { $target }. Разброс { $spread }, у случайной рассадки { $chance }. Места: отклонение не больше { $seats }.{ $apart ->
    [0] { "" }
   *[other] { " " }Разведённых пар: { $apart }.
  }
cup-seating-not-ten = За столом играют ровно десять.
cup-seating-too-few = Не хватает игроков: нужно по десять на каждый стол.
cup-seating-twice = Один игрок записан дважды.
cup-seating-no-rounds = Нужен хотя бы один тур и один стол.
cup-seating-apart = Развести эти пары по разным столам невозможно. Уберите одну из них: <code>/tournament apart 1 2</code>
cup-apart-how = Назовите два номера из списка: <code>/tournament apart 3 7</code>. Та же пара ещё раз снимает запрет.

cup-games = Сыграно { $done } из { $all }.
cup-running = ▶️ Стол { $table } играет.
cup-extra = <blockquote expandable>Тур { $round }, стол { $table }: партия вне расписания, у неё свой секрет.
    SHA-256: <code>{ $seal }</code></blockquote>
cup-game-opened = Стол накрыт. Судья может сесть командой /judge, затем нажмите «Начать».
cup-out-how = Назовите номер из списка и причину: <code>/tournament out 5 причина</code>
cup-out = 🚫 { $name } больше не участвует в турнире.
cup-out-why = 🚫 { $name } больше не участвует в турнире: { $why }
cup-count-how = Назовите партию, её номер стоит в протоколе: <code>/tournament count НОМЕР</code>
cup-counted = ✅ Партия <code>{ $game }</code> засчитана в турнир.
cup-room-how = Второй стол играет в другой группе или теме: напишите там <code>/tournament table 2 КОД</code>, код стоит в сообщении турнира.
cup-room = Стол { $table } турнира «{ $name }» играет здесь.
cup-chief-how = Ответьте на сообщение участника группы, который станет главным судьёй: <code>/tournament chief</code>
cup-chief = ⚖️ Главный судья турнира: { $name }
cup-final-made = Финал создан: в нём десять лучших.

cup-nothing-played = Пока ничего не сыграно.
cup-table = <b>Таблица</b>
cup-place = { $place }. { $name }: <b>{ $points }</b> (доп. { $additional }, игр { $games }){ $decided }
cup-ties = Как разделены равные баллы
cup-parted = { $place }. { $name }: { $by }
cup-decided = { " " }· { $by }
cup-by-additional = по дополнительным
cup-by-fewer-penalties = меньше штрафов
cup-by-wins = по победам
cup-by-wins-as-leader = по победам Доном и Шерифом
cup-by-first-deaths = по первым отстрелам
cup-by-wins-as-sheriff = по победам Шерифом
cup-by-wins-as-don = по победам Доном
cup-by-registration = по времени записи
cup-by-lot = по жребию
cup-awards = 🎖 <b>Номинации</b>
cup-awards-later = Номинации появятся с первыми баллами.
cup-awarded = { $award }: { $name }, { $points }
cup-award-mvp = MVP
cup-award-red = Лучший мирный
cup-award-sheriff = Лучший Шериф
cup-award-black = Лучший чёрный
cup-award-don = Лучший Дон
cup-file = Турнир «{ $name }»
cup-played = { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[many] { $count } партий
  }

cup-button-stage = Стадия
cup-button-rules = Правила
cup-button-tables = { $step ->
    [1] Больше столов
   *[other] Меньше столов
  }
cup-button-rounds = { $step ->
    [1] Больше туров
   *[other] Меньше туров
  }
cup-button-open = Открыть регистрацию
cup-button-join = Участвовать
cup-button-reserve = В запас
cup-button-leave = Сняться
cup-button-bot = Добавить бота
cup-button-seat = { $again ->
    [0] Рассадить
   *[other] Рассадить иначе
  }
cup-button-game = Стол { $table }: начать
cup-button-table = Таблица
cup-button-png = Картинка
cup-button-xlsx = XLSX
cup-button-json = JSON
cup-button-awards = Номинации
cup-button-final = Финал десяти лучших

cup-done-stage = Стадия изменена.
cup-done-rules = Правила изменены.
cup-done-tables = Число столов изменено.
cup-done-rounds = Число туров изменено.
cup-done-open = Регистрация открыта.
cup-done-join = Вы в турнире.
cup-done-reserve = Вы в запасе.
cup-done-leave = Вы больше не в списке.
cup-done-bot = Бот участвует.

cup-no-not-draft = Регистрация уже открыта, это больше не изменить.
cup-no-not-open = Регистрация закрыта.
cup-no-not-seated = Сначала нужна рассадка.
cup-no-already = Вы уже записаны.
cup-no-outdated = Пока искали рассадку, список изменился. Нажмите «Рассадить» ещё раз.
cup-no-stranger = Записываются участники группы турнира, которых админы пускают за столы.
cup-no-not-in-it = Такого участника в списке нет.
cup-no-full = Больше участников не помещается.
cup-no-too-few = Не хватает игроков: нужно по десять на каждый стол.
cup-no-one-table = Такого стола в турнире нет. Столы занимают по порядку, первый играет в группе турнира.
cup-no-complete = Все игры этого стола сыграны.
cup-no-running = За этим столом ещё играют.
cup-no-players-play = Кто-то из игроков ещё занят за другим столом.
cup-no-short = За столом не хватает игрока, а запасных нет. Игра подождёт.
cup-no-homeless = У этого стола ещё нет места. Напишите в его группе или теме: /tournament table 2 КОД
cup-no-started = Игры уже идут, рассадку не поменять.
cup-no-unplayed = Такой сыгранной партии нет. Номер стоит в протоколе: /protocol
cup-no-counted = Эта партия уже засчитана.
cup-no-unofficial = Стол неофициальный: в турнир идут только партии с числом игроков, картами и правилами документа.
cup-no-other-rules = У партии другие правила, чем у турнира.
cup-no-other-room = Партия сыграна не за столом этого турнира.
cup-no-other-players = За столом были не те десять, кого рассадка сводит в несыгранной партии этого стола.
cup-no-not-over = Сначала нужно доиграть все партии.

cup-sheet-table = Таблица
cup-sheet-games = Партии
cup-sheet-facts = Правила
cup-column-game = Партия
cup-column-player = Код
cup-column-name = Игрок
cup-column-place = Место
cup-column-seat = Номер
cup-column-role = Роль
cup-column-side = Сторона
cup-column-winner = Победитель
cup-column-counts = Считается
cup-column-first = Первый отстрел
cup-column-best-move = ЛХ
cup-column-bonus = Доп.
cup-column-penalty = Штраф
cup-column-discipline = Дисциплина
cup-column-correction = Поправка
cup-column-won = Победа
cup-column-victim = Красная жертва
cup-column-win = За победу
cup-column-compensation = Ci
cup-column-main = Основные
cup-short-additional = Доп.
cup-short-games = Игр
cup-column-additional = Доп. всего
cup-column-penalties = Штрафы
cup-column-total = Баллы
cup-column-games = Игры
cup-column-wins = Победы
cup-fact-most = Наибольшая Ci
cup-fact-win = Баллы за победу
cup-fact-heavy = Тяжёлая сторона
cup-fact-k = Коэффициент К
cup-fact-joined = Дисциплина среди дополнительных
cup-fact-coefficient = Коэффициент применяется
cup-fact-played = Сыграно партий
cup-fact-red = Побед красных
cup-fact-black = Побед чёрных

button-protest = Протест
protest-filed = ⚖️ <b>Протест</b> от { $who }, партия <code>{ $game }</code>
protest-name = { $name }
protest-why = «{ $why }»
protest-gone = Этого протеста больше нет.
protest-accepted = ✅ Протест принят.
protest-rejected = ❌ Протест отклонён.
protest-fate-changed = Результат изменён: { $winner }.
protest-fate-replayed = Партия переигрывается с новыми местами.
protest-fate-annulled = Партия не засчитана.
protest-proposed-changed = Предложено засчитать другой результат: { $winner }.
protest-proposed-replayed = Предложена переигровка с новыми местами.
protest-proposed-annulled = Предложено не засчитывать партию.
protest-proposed-by = Предлагает { $name }. Подтверждает другой судья или админ. Если согласие уже получено вне чата, подтвердите сами: так и будет записано.
protest-guilty = Виновник: { $who }
protest-agreed = Решает { $by }, согласие: { $name }.
protest-agreed-outside = Решает { $by }, согласие получено вне чата.
protest-cuts = С таким результатом правила не дают этих доп. баллов, остаётся меньше:
protest-cut = ▫️ { $who }: { $given } → { $left }
protest-cuts-ask = ⚖️ В партии <code>{ $game }</code>, которую вы судили, засчитан другой результат: { $winner }. Правила не дают при нём таких доп. баллов, поэтому остаётся меньше. Подтвердите или исправьте командой /correct.
protest-cuts-confirmed = ✅ Судья партии подтверждает эти доп. баллы.
protest-ask-winner = Какой результат засчитать?
protest-ask-why = По какой причине?
protest-ask-guilty = Чьи действия к этому привели? Этот игрок получит штраф.
protest-button-accept = Принять
protest-button-reject = Отклонить
protest-button-change = Изменить результат
protest-button-replay = Переигровка
protest-button-annul = Не засчитывать
protest-button-agree = ✅ Подтвердить
protest-button-back = ‹ Отозвать предложение
protest-button-confirm = ✅ Подтвердить
protest-button-nobody = Никто не виноват
tap-twice-protest = Подать протест на результат партии? Нажмите ещё раз.
protest-noted = Протест записан. Решит админ группы: не судья этой партии и не тот, кто протестует.
protest-noted-chief = Протест записан. Решит главный судья { $name } или админ группы.
protest-decides = Решает админ группы.
protest-decides-chief = Решает главный судья { $name } или админ группы.
protest-wants-consent = Предложение записано. Теперь его нужно подтвердить.
protest-decided = Решение записано.
protest-none = Протестовать не на что: нет сыгранной партии.
protest-only-chief = Протест рассматривает главный судья турнира или админ группы.
protest-only-admin = Протест рассматривает админ группы.
protest-no-not-in-game = Протест подают игроки этой партии.
protest-no-too-late = Время для протеста истекло.
protest-no-already = Этот протест уже записан.
protest-no-decided = Решение уже принято, оно окончательное.
protest-no-no-protest = Переигровку назначают только по протесту.
protest-no-no-reason = Такой причины в правилах нет.
protest-no-not-proposed = Это предложение уже отозвано.
protest-no-judged = Эту партию судили вы. Протест на неё рассматривает другой судья или админ.
protest-no-own = Вы сами подали протест на эту партию. Решает кто-то другой.
protest-no-same-result = Этот результат и так засчитан.
protest-no-bad-winner = Такого результата в этой игре нет.
