# Турніри: реєстрація, розсадка, ігри, таблиця, протести.

cup-none = У цій групі немає турніру. Адмін створює його так: <code>/tournament new Назва</code>
cup-is-there = Турнір «{ $name }» ще триває. Новий можна створити, коли він закінчиться.
cup-only-chief = Це вирішує головний суддя турніру або адмін групи.

cup-title = 🏆 <b>{ $name }</b> · { $stage }
cup-shape = { $ruleset } · { $tables ->
    [one] { $tables } стіл
    [few] { $tables } столи
   *[many] { $tables } столів
  } · { $rounds ->
    [one] { $rounds } тур
    [few] { $rounds } тури
   *[many] { $rounds } турів
  }
cup-seal = <blockquote expandable>Код турніру: <code>{ $id }</code>
    Розсадка, карти й жереб випливають із секрету, який запечатано до реєстрації.
    SHA-256: <code>{ $seal }</code></blockquote>
cup-stage-selection = відбір
cup-stage-quarter = чвертьфінал
cup-stage-semi = півфінал
cup-stage-final = фінал
cup-draft = Виберіть стадію, правила, кількість столів і турів, потім відкрийте реєстрацію.

cup-entrants = Записалися: <b>{ $count }</b>, потрібно щонайменше { $needed }.
cup-entrant = { $number }. { $name }{ $mark }
cup-mark-reserve = { " " }(запасний)
cup-more = …і ще { $count }
cup-apart = ↔️ { $one } та { $other } не грають за одним столом.
cup-seeking = ⏳ Шукаємо розсадку: { $percent } %
cup-seeking-begun = Шукаємо розсадку, це триватиме до пів хвилини.
cup-seeking-already = Розсадку вже шукаємо.
cup-seeking-failed = Розсадку знайти не вийшло. Спробуйте ще раз.
cup-quality = 🪑 <b>Розсадка готова.</b> Зустрічей у кожної пари: { $fewest }–{ $most }, у середньому { $target }. Розкид { $spread }, у випадкової розсадки { $chance }. Місця: відхилення не більше { $seats }.{ $apart ->
    [0] { "" }
   *[other] { " " }Розведених пар: { $apart }.
  }
cup-seating-not-ten = За столом грають рівно десятеро.
cup-seating-too-few = Бракує гравців: потрібно по десять на кожен стіл.
cup-seating-twice = Одного гравця записано двічі.
cup-seating-no-rounds = Потрібен хоча б один тур і один стіл.
cup-seating-apart = Розвести ці пари за різні столи неможливо. Приберіть одну з них: <code>/tournament apart 1 2</code>
cup-apart-how = Назвіть два номери зі списку: <code>/tournament apart 3 7</code>. Та сама пара ще раз знімає заборону.

cup-games = Зіграно { $done } із { $all }.
cup-running = ▶️ Стіл { $table } грає.
cup-extra = <blockquote expandable>Тур { $round }, стіл { $table }: партія поза розкладом, у неї свій секрет.
    SHA-256: <code>{ $seal }</code></blockquote>
cup-game-opened = Стіл накрито. Суддя може сісти командою /judge, потім натисніть «Почати».
cup-out-how = Назвіть номер зі списку й причину: <code>/tournament out 5 причина</code>
cup-out = 🚫 { $name } більше не бере участі в турнірі.
cup-out-why = 🚫 { $name } більше не бере участі в турнірі: { $why }
cup-count-how = Назвіть партію, її номер є в протоколі: <code>/tournament count НОМЕР</code>
cup-counted = ✅ Партію <code>{ $game }</code> зараховано до турніру.
cup-room-how = Другий стіл грає в іншій групі або темі: напишіть там <code>/tournament table 2 КОД</code>, код є в повідомленні турніру.
cup-room = Стіл { $table } турніру «{ $name }» грає тут.
cup-chief-how = Дайте відповідь на повідомлення учасника групи, який стане головним суддею: <code>/tournament chief</code>
cup-chief = ⚖️ Головний суддя турніру: { $name }
cup-final-made = Фінал створено: у ньому десять найкращих.

cup-nothing-played = Поки нічого не зіграно.
cup-table = <b>Таблиця</b>
cup-place = { $place }. { $name }: <b>{ $points }</b> (дод. { $additional }, ігор { $games }){ $decided }
cup-ties = Як розділено рівні бали
cup-parted = { $place }. { $name }: { $by }
cup-decided = { " " }· { $by }
cup-by-additional = за додатковими
cup-by-fewer-penalties = менше штрафів
cup-by-wins = за перемогами
cup-by-wins-as-leader = за перемогами Доном і Шерифом
cup-by-first-deaths = за першими відстрілами
cup-by-wins-as-sheriff = за перемогами Шерифом
cup-by-wins-as-don = за перемогами Доном
cup-by-registration = за часом запису
cup-by-lot = за жеребом
cup-awards = 🎖 <b>Номінації</b>
cup-awards-later = Номінації з’являться з першими балами.
cup-awarded = { $award }: { $name }, { $points }
cup-award-mvp = MVP
cup-award-red = Найкращий мирний
cup-award-sheriff = Найкращий Шериф
cup-award-black = Найкращий чорний
cup-award-don = Найкращий Дон
cup-file = Турнір «{ $name }»
cup-played = { $count ->
    [one] { $count } партія
    [few] { $count } партії
   *[many] { $count } партій
  }

cup-button-stage = Стадія
cup-button-rules = Правила
cup-button-tables = { $step ->
    [1] Більше столів
   *[other] Менше столів
  }
cup-button-rounds = { $step ->
    [1] Більше турів
   *[other] Менше турів
  }
cup-button-open = Відкрити реєстрацію
cup-button-join = Беру участь
cup-button-reserve = У запас
cup-button-leave = Знятися
cup-button-bot = Додати бота
cup-button-seat = { $again ->
    [0] Розсадити
   *[other] Розсадити інакше
  }
cup-button-game = Стіл { $table }: почати
cup-button-table = Таблиця
cup-button-png = Картинка
cup-button-xlsx = XLSX
cup-button-json = JSON
cup-button-awards = Номінації
cup-button-final = Фінал найкращих

cup-done-stage = Стадію змінено.
cup-done-rules = Правила змінено.
cup-done-tables = Кількість столів змінено.
cup-done-rounds = Кількість турів змінено.
cup-done-open = Реєстрацію відкрито.
cup-done-join = Ви в турнірі.
cup-done-reserve = Ви в запасі.
cup-done-leave = Вас більше немає в списку.
cup-done-bot = Бот бере участь.

cup-no-not-draft = Реєстрацію вже відкрито, цього більше не змінити.
cup-no-not-open = Реєстрацію закрито.
cup-no-not-seated = Спершу потрібна розсадка.
cup-no-already = Ви вже записані.
cup-no-outdated = Поки шукали розсадку, список змінився. Натисніть «Розсадити» ще раз.
cup-no-stranger = Записуються учасники групи турніру, яких адміни пускають за столи.
cup-no-not-in-it = Такого учасника в списку немає.
cup-no-full = Більше учасників не вміщається.
cup-no-too-few = Бракує гравців: потрібно по десять на кожен стіл.
cup-no-one-table = Такого столу в турнірі немає. Столи займають по черзі, перший грає в групі турніру.
cup-no-complete = Усі ігри цього столу зіграно.
cup-no-running = За цим столом ще грають.
cup-no-players-play = Хтось із гравців ще зайнятий за іншим столом.
cup-no-short = За столом бракує гравця, а запасних немає. Гра почекає.
cup-no-homeless = У цього столу ще немає місця. Напишіть у його групі або темі: /tournament table 2 КОД
cup-no-started = Ігри вже тривають, розсадку не змінити.
cup-no-unplayed = Такої зіграної партії немає. Номер є в протоколі: /protocol
cup-no-counted = Цю партію вже зараховано.
cup-no-unofficial = Стіл неофіційний: у турнірі рахуються лише партії з кількістю гравців, картами й правилами документа.
cup-no-other-rules = У партії інші правила, ніж у турніру.
cup-no-other-room = Партію зіграно не за столом цього турніру.
cup-no-other-players = За столом були не ті десятеро, кого розсадка зводить у незіграній партії цього столу.
cup-no-not-over = Спершу треба дограти всі партії.

cup-sheet-table = Таблиця
cup-sheet-games = Партії
cup-sheet-facts = Правила
cup-column-game = Партія
cup-column-player = Код
cup-column-name = Гравець
cup-column-place = Місце
cup-column-seat = Номер
cup-column-role = Роль
cup-column-side = Сторона
cup-column-winner = Переможець
cup-column-counts = Рахується
cup-column-first = Перший відстріл
cup-column-best-move = НХ
cup-column-bonus = Дод.
cup-column-penalty = Штраф
cup-column-discipline = Дисципліна
cup-column-correction = Поправка
cup-column-won = Перемога
cup-column-victim = Червона жертва
cup-column-win = За перемогу
cup-column-compensation = Ci
cup-column-main = Основні
cup-short-additional = Дод.
cup-short-games = Ігор
cup-column-additional = Дод. усього
cup-column-penalties = Штрафи
cup-column-total = Бали
cup-column-games = Ігри
cup-column-wins = Перемоги
cup-fact-most = Найбільша Ci
cup-fact-win = Бали за перемогу
cup-fact-heavy = Важка сторона
cup-fact-k = Коефіцієнт К
cup-fact-joined = Дисципліна серед додаткових
cup-fact-coefficient = Коефіцієнт застосовується
cup-fact-played = Зіграно партій
cup-fact-red = Перемог червоних
cup-fact-black = Перемог чорних

button-protest = Протест
protest-filed = ⚖️ <b>Протест</b> від { $who }, партія <code>{ $game }</code>
protest-name = { $name }
protest-why = «{ $why }»
protest-gone = Цього протесту більше немає.
protest-accepted = ✅ Протест прийнято.
protest-rejected = ❌ Протест відхилено.
protest-fate-changed = Результат змінено: { $winner }.
protest-fate-replayed = Партію переграють із новими місцями.
protest-fate-annulled = Партію не зараховано.
protest-proposed-changed = Запропоновано зарахувати інший результат: { $winner }.
protest-proposed-replayed = Запропоновано перегравання з новими місцями.
protest-proposed-annulled = Запропоновано не зараховувати партію.
protest-proposed-by = Пропонує { $name }. Підтверджує інший суддя чи адмін. Якщо згоду вже отримано поза чатом, підтвердьте самі: так і буде записано.
protest-guilty = Винуватець: { $who }
protest-agreed = Вирішує { $by }, згода: { $name }.
protest-agreed-outside = Вирішує { $by }, згоду отримано поза чатом.
protest-cuts = За такого результату правила не дають цих дод. балів, лишається менше:
protest-cut = ▫️ { $who }: { $given } → { $left }
protest-cuts-ask = ⚖️ У партії <code>{ $game }</code>, яку ви судили, зараховано інший результат: { $winner }. Правила не дають за нього таких дод. балів, тому лишається менше. Підтвердьте або виправте командою /correct.
protest-cuts-confirmed = ✅ Суддя партії підтверджує ці дод. бали.
protest-ask-winner = Який результат зарахувати?
protest-ask-why = З якої причини?
protest-ask-guilty = Чиї дії до цього призвели? Цей гравець отримає штраф.
protest-button-accept = Прийняти
protest-button-reject = Відхилити
protest-button-change = Змінити результат
protest-button-replay = Перегравання
protest-button-annul = Не зараховувати
protest-button-agree = ✅ Підтвердити
protest-button-back = ‹ Відкликати пропозицію
protest-button-confirm = ✅ Підтвердити
protest-button-nobody = Ніхто не винен
tap-twice-protest = Подати протест на результат партії? Натисніть ще раз.
protest-noted = Протест записано. Вирішить адмін групи: не суддя цієї партії й не той, хто протестує.
protest-noted-chief = Протест записано. Вирішить головний суддя { $name } або адмін групи.
protest-decides = Вирішує адмін групи.
protest-decides-chief = Вирішує головний суддя { $name } або адмін групи.
protest-wants-consent = Пропозицію записано. Тепер її треба підтвердити.
protest-decided = Рішення записано.
protest-none = Протестувати нема на що: немає зіграної партії.
protest-only-chief = Протест розглядає головний суддя турніру або адмін групи.
protest-only-admin = Протест розглядає адмін групи.
protest-no-not-in-game = Протест подають гравці цієї партії.
protest-no-too-late = Час для протесту збіг.
protest-no-already = Цей протест уже записано.
protest-no-decided = Рішення вже ухвалено, воно остаточне.
protest-no-no-protest = Перегравання призначають лише за протестом.
protest-no-no-reason = Такої причини в правилах немає.
protest-no-not-proposed = Цю пропозицію вже відкликано.
protest-no-judged = Цю партію судили ви. Протест на неї розглядає інший суддя чи адмін.
protest-no-own = Ви самі подали протест на цю партію. Вирішує хтось інший.
protest-no-same-result = Цей результат і так зараховано.
protest-no-bad-winner = Такого результату в цій грі немає.
