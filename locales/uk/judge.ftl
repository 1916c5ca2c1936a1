# Суддя за столом: крісло, пульт у приватному чаті, що чує група.

## Крісло

lobby-judge = ⚖️ Судить { $name }.
lobby-side-judges = ⚖️ { $count ->
    [one] Бічний суддя
   *[other] Бічні судді
 }: { $names }.
lobby-no-judges = Ви судите цей стіл, а суддя не грає. Спершу звільніть крісло.
lobby-no-plays = Суддя не грає, а у вас у цій партії є або було місце.
lobby-no-namer-plays = Карти роздано, а у вас у цій партії є або було місце: суддю нехай призначить адмін, який не грає.
lobby-no-namer-hidden = Коли гра йде, суддю призначає адмін від свого імені: стіл має бачити, хто це. Вимкніть анонімність і повторіть, або нехай це зробить інший адмін.
lobby-no-chair-taken = Суддівське крісло вже зайняте.
lobby-no-chair-just-freed = Крісло щойно стало вільним. Сісти в нього можна за пів хвилини; одразу суддю призначає адмін.
lobby-no-judge-unseen = Суддівське крісло щойно зайняте. Карти роздають, коли стіл побачить, хто судить: натисніть за чверть хвилини.
lobby-no-no-judge = Суддівське крісло вільне, веде бот.
lobby-no-saw-cards = Вам як судді показано карти цієї партії, грати в ній не можна.
chair-yours = Ви судите цей стіл. Пульт прийде в приватний чат, коли почнеться гра.
chair-left = Крісло вільне.
chair-taken = ⚖️ { $name } сідає в суддівське крісло.
chair-named = ⚖️ { $name } сідає в суддівське крісло: так вирішує адмін { $admin }.
chair-freed = ⚖️ Суддівське крісло вільне, далі веде бот.
chair-offer = ⚖️ { $judge } передає суддівське крісло. { $name }, згода? Після цього грати в цій партії не можна: пульт показує всі карти.
chair-not-yours = Крісло пропонують не вам.
chair-admin-names = Коли гра вже йде, суддю призначає адмін: нехай дасть відповідь командою /judge на повідомлення потрібної людини.
chair-in-person = Судити може людина, а не група: напишіть від свого імені.
chair-start-first = { $name } не отримає пульт: потрібен «Старт» у приватному чаті з ботом.
chair-kept-away = { $name }: адміни цієї групи не пускають цього учасника за стіл, судити теж не можна. Повернути: /letback
side-judge-named = ⚖️ { $name }: бічний суддя.
side-judge-gone = ⚖️ { $name } більше не бічний суддя.
side-judge-by-judge = Бічних суддів призначає суддя столу.
judge-no-panel = Зараз ви не судите жодного столу.
button-judge = ⚖️ Судити
button-take-chair = Прийняти крісло

## Пульт

panel-title = ⚖️ <b>Пульт судді</b> · партія <code>{ $game }</code>
panel-former = ⚖️ Цей пульт більше не діє.
panel-paused = ⏸ Пауза, годинник стоїть.
panel-held = ✋ Етап чекає на вас: натисніть «Почати».
panel-judge-leads = ✋ Веде суддя: кожен етап починаєте ви.
panel-bot-leads = 🤖 Веде бот.
panel-seat-gone = ✖️ <s>{ $name }</s>
panel-warnings = попереджень: { $count }
panel-silence = попереду хвилина без слів
panel-choose = Оберіть гравця або дію. Карти й відповіді ночі бачите лише ви та бічні судді.
panel-side = Ви бічний суддя: ваше рішення прийде судді як пропозиція.
panel-seat-choose = Що сталося? Причину оберете на наступному кроці.
panel-why-warn = ⚠️ <b>Попередження</b>: { $name }. За що? Фолу не буде.
panel-why-warn-city = ⚠️ <b>Усне попередження</b>: { $name }. За що? Зауваження не буде.
panel-why-foul = ❗️ <b>Фол</b>: { $name }. За що?
panel-why-foul-city = ❗️ <b>Зауваження</b>: { $name }. За що?
panel-why-disqualify = ⛔️ <b>Вилучення</b>: { $name }. За що?
panel-why-team-loss = 🏳 <b>ППК</b>: { $name }. За що?
panel-why-expel = 🚫 <b>Вилучення з турніру</b>: { $name }. За що?
panel-why-penalty = ➖ <b>Штраф</b>: { $name }. За що?
panel-clause-counted = { $number }. { $what }
panel-clause = ▫️ { $what }
panel-sure-disqualify = ⛔️ Вилучити: { $name }? Гравець іде відразу й без слова, це може скасувати голосування.
panel-sure-team-loss = 🏳 ППК: { $name }? Гра закінчиться, усі побачать карти. Скасувати це не вийде.
panel-sure-expel = 🚫 Вилучити з турніру: { $name }? Гравець одразу йде з-за столу, його місця в наступних партіях займе запасний. Скасувати це буде неможливо.
panel-sure-penalty = ➖ Штраф { $points }: { $name }? За цим пунктом його затверджує головний суддя. Згода є?
panel-night-line = ▫️ { $name } ({ $role }): { $done }
panel-night-none = Поки що відповідей немає.
panel-undo = ↩️ Скасувати останнє рішення?
    { $what }
panel-undo-none = Нема чого скасовувати: після останнього рішення вже зроблено хід. Фол знімає кнопка «Зняти фол», решту виправляють у протоколі після гри.
panel-undo-none-city = Нема чого скасовувати: після останнього рішення вже зроблено хід. Зауваження знімає кнопка «Зняти зауваження», решту виправляють у протоколі після гри.
panel-undo-over = Гру завершено, карти відкрито: рішення, що її завершує, не скасувати. Виправити можна протокол.
panel-act-warn = попередження, { $name }
panel-act-foul = фол, { $name }
panel-act-foul-city = зауваження, { $name }
panel-act-pardon = знятий фол, { $name }
panel-act-pardon-city = зняте зауваження, { $name }
panel-act-disqualify = вилучення, { $name }
panel-act-team-loss = ППК, { $name }
panel-act-expel = вилучення з турніру, { $name }
panel-act-bonus = дод. бал { $points }, { $name }
panel-act-penalty = штраф { $points }, { $name }
panel-chair = Передати крісло: дайте в групі відповідь командою /judge на повідомлення нового судді. Призначити бічного суддю: так само, командою /sidejudge. Звільнити крісло можна тут, тоді веде бот.
panel-sides = Бічні судді: { $names }
panel-sides-none = Бічних суддів немає.
panel-points = Дод. бали й штрафи: оберіть гравця. Потім закрийте протокол.
panel-closing = 🔒 Закрити протокол? Дод. балів і штрафів більше не буде, лише виправлення з причиною.
panel-closed = 🔒 Протокол закрито. Виправлення лише з причиною: оберіть гравця.
panel-points-seat = ▫️ { $name } — { $role }: <b>{ $points }</b>
panel-corrections-before = ✏️ Раніше виправлень: { $count }
panel-correction = ✏️ { $name }: { $points }, { $reason }
panel-bonus-choose = Дод. бал від судді:
panel-bonus-none = Дод. балів від судді тут не буває.
panel-part-win = · перемога { $points }
panel-part-best-move = · найкращий хід { $points }
panel-part-bonus = · дод. бал { $points }
panel-part-penalty = · штраф { $points }
panel-part-discipline = · дисципліна { $points }
panel-part-correction = · виправлення { $points }
panel-correct-amount = На скільки балів виправити? 0 залишить лише позначку.
panel-correct-why = ✏️ { $name }: { $points }. Чому?
panel-correct-words = Своїми словами: <code>/correct { $seat } { $points } причина</code>
correction-slip = Помилка під час запису
correction-protest = Рішення за протестом
correction-chief-judge = Рішення головного судді
correction-mistake = Помилка судді

button-panel-fouls = { $seat } ❗️{ $fouls }
button-panel-gone = { $seat } ✖️
button-panel-table = ‹ До столу
button-panel-back = ‹ Назад
button-panel-pause = ⏸ Пауза
button-panel-resume = ▶️ Далі
button-panel-next = ⏭ Завершити
button-panel-begin = ▶️ Почати
button-panel-repeat = 🔁 Заново
button-panel-hold = ✋ Вести по кроках
button-panel-let-bot = 🤖 Нехай веде бот
button-panel-undo = ↩️ Скасувати
button-panel-undo-sure = ↩️ Так, скасувати
button-panel-night = 🌙 Ніч
button-panel-chair = 🪑 Крісло
button-panel-leave = Звільнити крісло
button-panel-warn = ⚠️ Попередити
button-panel-foul = ❗️ Фол
button-panel-foul-city = ❗️ Зауваження
button-panel-pardon = ➖ Зняти фол
button-panel-pardon-city = ➖ Зняти зауваження
button-panel-disqualify = ⛔️ Вилучення
button-panel-team-loss = 🏳 ППК
button-panel-expel = 🚫 Вилучити з турніру
button-panel-claim = 🗣 Розкриття комісаром
button-panel-penalty = ➖ Штраф…
button-panel-consent = Згода ГС: ні
button-panel-consent-on = Згода ГС: так
button-panel-agreed = Згода ГС є
button-panel-close = 🔒 Закрити протокол
button-panel-close-sure = 🔒 Так, закрити
button-seek = 🪑 Шукати заміну
button-absent-remove = ⛔️ Вилучити
button-accept = ✅ Прийняти
button-refuse = Відхилити

absent-ask = 🪑 { $name } не відповідає або вже не в групі. Вирішувати вам: шукати заміну в групі, посадити на це місце бота, вилучити гравця чи зачекати.

proposal = ⚖️ { $side } пропонує: { $what }
proposal-sent = Пропозицію передано судді.
proposal-accepted = ✅ Суддя приймає вашу пропозицію.
proposal-refused = Суддя відхиляє вашу пропозицію.
proposal-decided = Вирішено.

judge-not-you = Цей пульт лише для судді партії.
judge-only = Це вирішує суддя столу.
judge-outdated = Поки ви обирали, щось змінилося. Погляньте ще раз.
judge-no-unknown-command = У цих правилах такого немає.
judge-no-game-over = Гру вже завершено.
judge-no-not-playing = Цей гравець уже поза грою.
judge-no-wrong-step = Зараз для цього не час.
judge-no-not-allowed = Протокол закрито: можливі лише виправлення з причиною.
judge-no-already-done = Це вже зроблено.
judge-no-bad-target = Тут це неможливо.
judge-no-bad-value = Правила цього не дозволяють.
judge-no-undo = Скасувати вже не можна: після рішення зроблено хід або відкрито карти.
bonus-no-draw = За нічиєї дод. балів від судді немає.
bonus-no-given = У цього гравця вже є дод. бал. Спершу скасуйте його.
bonus-no-consent = Для цього потрібна згода головного судді: 0,9 бала, шостий гравець або сума понад 1,6.
bonus-no-limit = Стільки правила за одну гру не дають: обмежено і кількість гравців із дод. балом, і суму.
correct-how = Напишіть так: /correct 5 -0.2 причина. 5 — номер гравця, -0.2 — на скільки змінити бали.

## Що чує група

stage-held = ✋ Етап почне суддя.
news-reason = 📖 { $reason }
news-warned = ⚠️ Попередження: { $seat }. Це ще не фол.
news-warned-city = ⚠️ Усне попередження: { $seat }. Це ще не зауваження.
news-expelled = 🚫 { $seat }: вилучення з турніру.
news-silence = 🤐 { $seat }: найближча власна хвилина без слів, виставити можна.
news-silence-short = 🤐 { $seat }: у найближчу власну хвилину лише 30 секунд.
news-minute-cut-silent = 🤐 { $seat }: це зауваження діє одразу. Говорити більше не можна, виставити можна: лишилося не більше { $seconds } с.
news-minute-cut = 🤐 { $seat }: це зауваження діє одразу, лишилося не більше { $seconds } с.
news-pardon = ➖ Фол знято: { $seat }, лишилося { $count }.
news-pardon-city = ➖ Зауваження знято: { $seat }, лишилося { $count }.
finale-closed = 🔒 Протокол закрито.

## Підказки за записом партії

hints = 💡 — запис партії підказує дод. бал або штраф. Вирішуєте ви.
hint = 💡 { $what }{ $proof }
hint-proof = : { $where }
hint-night = ніч { $night }
hint-day = день { $day }
hint-sheriff-slept = шериф уночі без перевірки, чорних знайдено не всіх
hint-sheriff-slept-twice = шериф без перевірки дві ночі й більше
hint-don-slept = дон уночі без перевірки, шерифа ще не знайдено
hint-not-appointed = промах, а цілі на цю ніч не призначено
hint-missed-appointed = спільний промах, пострілу в призначену ціль немає
hint-no-order-at-all = порядок відстрілу не призначено
hint-divided-at-three = утрьох голоси двічі ділять стіл
hint-spared-a-red = на останньому голосуванні немає голосу проти червоного
hint-voted-oneself-out = вирішальний голос проти себе
hint-found-blacks = перевірки знаходять чорних
hint-voted-for-blacks = голоси проти чорних
hint-nominated-blacks = виставляє чорних
hint-found-the-sheriff = дон знаходить шерифа
hint-lived = до перемоги за столом
button-hint = 💡 { $number } ({ $points })
