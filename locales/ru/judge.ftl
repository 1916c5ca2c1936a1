# Судья за столом: кресло, пульт в личном чате, что слышит группа.

## Кресло

lobby-judge = ⚖️ Судит { $name }.
lobby-side-judges = ⚖️ { $count ->
    [one] Боковой судья
   *[other] Боковые судьи
 }: { $names }.
lobby-no-judges = Вы судите этот стол, а судья не играет. Сначала освободите кресло.
lobby-no-plays = Судья не играет, а у вас в этой партии есть или было место.
lobby-no-namer-plays = Карты розданы, а у вас в этой партии есть или было место: судью пусть назначит админ, который не играет.
lobby-no-namer-hidden = Когда игра идёт, судью назначает админ от своего имени: стол должен видеть, кто это. Отключите анонимность и повторите, или пусть это сделает другой админ.
lobby-no-chair-taken = Судейское кресло уже занято.
lobby-no-chair-just-freed = Кресло только что стало свободно. Сесть в него можно через полминуты; сразу судью назначает админ.
lobby-no-judge-unseen = Судейское кресло только что занято. Карты раздают, когда стол увидит, кто судит: нажмите через четверть минуты.
lobby-no-no-judge = Судейское кресло свободно, ведёт бот.
lobby-no-saw-cards = Вы видели карты этой партии как судья, играть в ней нельзя.
chair-yours = Вы судите этот стол. Пульт придёт в личный чат, когда начнётся игра.
chair-left = Кресло свободно.
chair-taken = ⚖️ { $name } садится в судейское кресло.
chair-named = ⚖️ { $name } садится в судейское кресло: так решает админ { $admin }.
chair-freed = ⚖️ Судейское кресло свободно, дальше ведёт бот.
chair-offer = ⚖️ { $judge } передаёт судейское кресло. { $name }, согласны? После этого играть в этой партии нельзя: пульт показывает все карты.
chair-not-yours = Кресло предлагают не вам.
chair-admin-names = Когда игра уже идёт, судью назначает админ: пусть ответит командой /judge на сообщение нужного человека.
chair-in-person = Судить может человек, а не группа: напишите от своего имени.
chair-start-first = { $name } не получит пульт: нужен «Старт» в личном чате с ботом.
chair-kept-away = { $name }: админы этой группы не пускают этого участника за стол, судить тоже нельзя. Вернуть: /letback
side-judge-named = ⚖️ { $name }: боковой судья.
side-judge-gone = ⚖️ { $name } больше не боковой судья.
side-judge-by-judge = Боковых судей назначает судья стола.
judge-no-panel = Сейчас вы не судите ни одного стола.
button-judge = ⚖️ Судить
button-take-chair = Принять кресло

## Пульт

panel-title = ⚖️ <b>Пульт судьи</b> · партия <code>{ $game }</code>
panel-former = ⚖️ Этот пульт больше не действует.
panel-paused = ⏸ Пауза, часы стоят.
panel-held = ✋ Этап ждёт вас: нажмите «Начать».
panel-judge-leads = ✋ Ведёт судья: каждый этап начинаете вы.
panel-bot-leads = 🤖 Ведёт бот.
panel-seat-gone = ✖️ <s>{ $name }</s>
panel-warnings = предупреждений: { $count }
panel-silence = впереди минута без слов
panel-choose = Выберите игрока или действие. Карты и ответы ночи видите только вы и боковые судьи.
panel-side = Вы боковой судья: ваше решение придёт судье как предложение.
panel-seat-choose = Что случилось? Причину выберете на следующем шаге.
panel-why-warn = ⚠️ <b>Предупреждение</b>: { $name }. За что? Фола не будет.
panel-why-warn-city = ⚠️ <b>Устное предупреждение</b>: { $name }. За что? Замечания не будет.
panel-why-foul = ❗️ <b>Фол</b>: { $name }. За что?
panel-why-foul-city = ❗️ <b>Замечание</b>: { $name }. За что?
panel-why-disqualify = ⛔️ <b>Удаление</b>: { $name }. За что?
panel-why-team-loss = 🏳 <b>ППК</b>: { $name }. За что?
panel-why-expel = 🚫 <b>Удаление с турнира</b>: { $name }. За что?
panel-why-penalty = ➖ <b>Штраф</b>: { $name }. За что?
panel-clause-counted = { $number }. { $what }
panel-clause = ▫️ { $what }
panel-sure-disqualify = ⛔️ Удалить: { $name }? Игрок уходит сразу и без слова, это может отменить голосование.
panel-sure-team-loss = 🏳 ППК: { $name }? Игра закончится, все увидят карты. Отменить это будет нельзя.
panel-sure-expel = 🚫 Удалить с турнира: { $name }? Игрок сразу уходит из-за стола, его места в следующих партиях займёт запасной. Отменить это будет нельзя.
panel-sure-penalty = ➖ Штраф { $points }: { $name }? По этому пункту его утверждает главный судья. Согласие есть?
panel-night-line = ▫️ { $name } ({ $role }): { $done }
panel-night-none = Ответов пока нет.
panel-undo = ↩️ Отменить последнее решение?
    { $what }
panel-undo-none = Отменять нечего: после последнего решения уже сделан ход. Фол снимает кнопка «Снять фол», остальное правят в протоколе после игры.
panel-undo-none-city = Отменять нечего: после последнего решения уже сделан ход. Замечание снимает кнопка «Снять замечание», остальное правят в протоколе после игры.
panel-undo-over = Игра окончена, карты открыты: решение, которое её завершает, не отменить. Исправить можно протокол.
panel-act-warn = предупреждение, { $name }
panel-act-foul = фол, { $name }
panel-act-foul-city = замечание, { $name }
panel-act-pardon = снятый фол, { $name }
panel-act-pardon-city = снятое замечание, { $name }
panel-act-disqualify = удаление, { $name }
panel-act-team-loss = ППК, { $name }
panel-act-expel = удаление с турнира, { $name }
panel-act-bonus = доп. балл { $points }, { $name }
panel-act-penalty = штраф { $points }, { $name }
panel-chair = Передать кресло: ответьте в группе командой /judge на сообщение нового судьи. Назначить бокового судью: так же, командой /sidejudge. Освободить кресло можно здесь, тогда ведёт бот.
panel-sides = Боковые судьи: { $names }
panel-sides-none = Боковых судей нет.
panel-points = Доп. баллы и штрафы: выберите игрока. Потом закройте протокол.
panel-closing = 🔒 Закрыть протокол? Доп. баллов и штрафов больше не будет, только исправления с причиной.
panel-closed = 🔒 Протокол закрыт. Исправления только с причиной: выберите игрока.
panel-points-seat = ▫️ { $name } — { $role }: <b>{ $points }</b>
panel-corrections-before = ✏️ Ранее исправлений: { $count }
panel-correction = ✏️ { $name }: { $points }, { $reason }
panel-bonus-choose = Доп. балл от судьи:
panel-bonus-none = Доп. баллов от судьи здесь не бывает.
panel-part-win = · победа { $points }
panel-part-best-move = · лучший ход { $points }
panel-part-bonus = · доп. балл { $points }
panel-part-penalty = · штраф { $points }
panel-part-discipline = · дисциплина { $points }
panel-part-correction = · исправление { $points }
panel-correct-amount = На сколько баллов исправить? 0 оставит только пометку.
panel-correct-why = ✏️ { $name }: { $points }. Почему?
panel-correct-words = Своими словами: <code>/correct { $seat } { $points } причина</code>
correction-slip = Ошибка при записи
correction-protest = Решение по протесту
correction-chief-judge = Решение главного судьи
correction-mistake = Ошибка судьи

button-panel-fouls = { $seat } ❗️{ $fouls }
button-panel-gone = { $seat } ✖️
button-panel-table = ‹ К столу
button-panel-back = ‹ Назад
button-panel-pause = ⏸ Пауза
button-panel-resume = ▶️ Дальше
button-panel-next = ⏭ Завершить
button-panel-begin = ▶️ Начать
button-panel-repeat = 🔁 Заново
button-panel-hold = ✋ Вести по шагам
button-panel-let-bot = 🤖 Пусть ведёт бот
button-panel-undo = ↩️ Отмена
button-panel-undo-sure = ↩️ Да, отменить
button-panel-night = 🌙 Ночь
button-panel-chair = 🪑 Кресло
button-panel-leave = Освободить кресло
button-panel-warn = ⚠️ Предупредить
button-panel-foul = ❗️ Фол
button-panel-foul-city = ❗️ Замечание
button-panel-pardon = ➖ Снять фол
button-panel-pardon-city = ➖ Снять замечание
button-panel-disqualify = ⛔️ Удаление
button-panel-team-loss = 🏳 ППК
button-panel-expel = 🚫 Удалить с турнира
button-panel-claim = 🗣 Вскрытие комиссаром
button-panel-penalty = ➖ Штраф…
button-panel-consent = Согласие ГС: нет
button-panel-consent-on = Согласие ГС: да
button-panel-agreed = Согласие ГС есть
button-panel-close = 🔒 Закрыть протокол
button-panel-close-sure = 🔒 Да, закрыть
button-seek = 🪑 Искать замену
button-absent-remove = ⛔️ Удалить
button-accept = ✅ Принять
button-refuse = Отклонить

absent-ask = 🪑 { $name } не отвечает или уже не в группе. Решать вам: искать замену в группе, посадить на это место бота, удалить игрока или подождать.

proposal = ⚖️ { $side } предлагает: { $what }
proposal-sent = Предложение передано судье.
proposal-accepted = ✅ Судья принимает ваше предложение.
proposal-refused = Судья отклоняет ваше предложение.
proposal-decided = Решено.

judge-not-you = Этот пульт только для судьи партии.
judge-only = Это решает судья стола.
judge-outdated = Пока вы выбирали, что-то изменилось. Посмотрите ещё раз.
judge-no-unknown-command = В этих правилах такого нет.
judge-no-game-over = Игра уже окончена.
judge-no-not-playing = Этот игрок уже вне игры.
judge-no-wrong-step = Сейчас для этого не время.
judge-no-not-allowed = Протокол закрыт: возможны только исправления с причиной.
judge-no-already-done = Это уже сделано.
judge-no-bad-target = Здесь это невозможно.
judge-no-bad-value = Правила этого не допускают.
judge-no-undo = Отменить уже нельзя: после решения сделан ход или открыты карты.
bonus-no-draw = При ничьей доп. баллов от судьи нет.
bonus-no-given = У этого игрока уже есть доп. балл. Сначала отмените его.
bonus-no-consent = Для этого нужно согласие главного судьи: 0,9 балла, шестой игрок или сумма больше 1,6.
bonus-no-limit = Столько правила за одну игру не дают: ограничены и число игроков с доп. баллом, и сумма.
correct-how = Напишите так: /correct 5 -0.2 причина. 5 — номер игрока, -0.2 — на сколько изменить баллы.

## Что слышит группа

stage-held = ✋ Этап начнёт судья.
news-reason = 📖 { $reason }
news-warned = ⚠️ Предупреждение: { $seat }. Это ещё не фол.
news-warned-city = ⚠️ Устное предупреждение: { $seat }. Это ещё не замечание.
news-expelled = 🚫 { $seat }: удаление с турнира.
news-silence = 🤐 { $seat }: ближайшая своя минута без слов, выставить можно.
news-silence-short = 🤐 { $seat }: в ближайшую свою минуту только 30 секунд.
news-minute-cut-silent = 🤐 { $seat }: это замечание действует сразу. Говорить больше нельзя, выставить можно: осталось не больше { $seconds } с.
news-minute-cut = 🤐 { $seat }: это замечание действует сразу, осталось не больше { $seconds } с.
news-pardon = ➖ Фол снят: { $seat }, осталось { $count }.
news-pardon-city = ➖ Замечание снято: { $seat }, осталось { $count }.
finale-closed = 🔒 Протокол закрыт.

## Подсказки по записи партии

hints = 💡 — запись партии подсказывает доп. балл или штраф. Решаете вы.
hint = 💡 { $what }{ $proof }
hint-proof = : { $where }
hint-night = ночь { $night }
hint-day = день { $day }
hint-sheriff-slept = шериф ночью без проверки, чёрные найдены не все
hint-sheriff-slept-twice = шериф без проверки две ночи и больше
hint-don-slept = дон ночью без проверки, шериф ещё не найден
hint-not-appointed = промах, а цель на эту ночь не назначена
hint-missed-appointed = общий промах, выстрела в назначенную цель нет
hint-no-order-at-all = порядок отстрела не назначен
hint-divided-at-three = втроём голоса дважды делят стол
hint-spared-a-red = на последнем голосовании нет голоса против красного
hint-voted-oneself-out = решающий голос против себя
hint-found-blacks = проверки находят чёрных
hint-voted-for-blacks = голоса против чёрных
hint-nominated-blacks = выставляет чёрных
hint-found-the-sheriff = дон находит шерифа
hint-lived = до победы за столом
button-hint = 💡 { $number } ({ $points })
