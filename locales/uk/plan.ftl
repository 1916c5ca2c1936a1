# Вечір за домовленістю: /plan.

plan-weekday = { $weekday ->
        [0] понеділок
        [1] вівторок
        [2] середа
        [3] четвер
        [4] п’ятниця
        [5] субота
       *[other] неділя
    }
plan-weekly-on = { $weekday ->
        [0] щопонеділка
        [1] щовівторка
        [2] щосереди
        [3] щочетверга
        [4] щоп’ятниці
        [5] щосуботи
       *[other] щонеділі
    }
plan-weekday-short = { $weekday ->
        [0] пн
        [1] вт
        [2] ср
        [3] чт
        [4] пт
        [5] сб
       *[other] нд
    }
plan-date = { $day } { $month ->
        [1] січня
        [2] лютого
        [3] березня
        [4] квітня
        [5] травня
        [6] червня
        [7] липня
        [8] серпня
        [9] вересня
        [10] жовтня
        [11] листопада
       *[other] грудня
    }
plan-when = { $weekday }, { $date }, { $time }
plan-zone = { $city ->
        [Moscow] за Москвою
        [Kyiv] за Києвом
       *[other] за часовим поясом { $zone }
    }

# Повідомлення з відповідями
plan-title = 🗓 <b>Граємо в мафію: { $when }</b>
plan-start = Час { $zone }, початок { $left }.
plan-repeats = 🔁 І так { $weekly }.
plan-by = Збирає { $name }.
plan-yes = ✅ Прийдуть ({ $count }): { $names }
plan-maybe = 🤔 Можливо ({ $count }): { $names }
plan-no = 🚫 Не зможуть ({ $count }): { $names }
plan-nobody-yet = Відповідей поки немає. Хто прийде?
plan-more-names = і ще { $count }
plan-name-shut = { $name } ✉️
plan-start-bot = У кого ✉️, натисніть «Старт» у приватному чаті з ботом: без цього за стіл не сісти.
plan-promise = Стіл відкриється сам, і всі, хто відповість «Прийду», одразу будуть за ним.

plan-fate-opened = Стіл відкрито.
plan-fate-nobody = Гравців не знайшлося.
plan-fate-missed = Не відбулося.
plan-fate-cancelled = Скасовано.

button-plan-yes = ✅ Прийду
button-plan-maybe = 🤔 Можливо
button-plan-no = 🚫 Не зможу
button-plan-move = Перенести
button-plan-skip = Пропустити раз
button-plan-cancel = Скасувати

plan-answer-yes = Записали: прийдете. Передумаєте — натисніть іншу кнопку.
plan-answer-maybe = Записали: можливо. Місце за столом дає лише «Прийду».
plan-answer-no = Записали: не зможете.
plan-answer-same = Так і записано.
plan-start-thanks = Записали: { $when }, група «{ $group }». Нагадаємо за пів години й самі посадимо вас за стіл.

# Вибір дня й часу
plan-ask-day = 🗓 Коли граємо? Можна й написати: <code>/plan пт 20:00</code>, <code>/plan 25.11 19:30</code>, <code>/plan щоп’ятниці 20:00</code>.
plan-ask-move = 🗓 На коли перенести? Зараз: { $when }.
plan-already = Уже призначено:
plan-listed = • <a href="{ $url }">{ $when }</a>
plan-listed-plain = • { $when }
plan-ask-hour = 🗓 { $when }. О котрій?
plan-ask-quarter = 🗓 { $when }. А точніше?
plan-day-name = { $weekday }, { $date }
button-plan-today = Сьогодні
button-plan-tomorrow = Завтра
button-plan-day = { $weekday } { $day }
button-plan-once = 🔁 Щотижня: ні
button-plan-weekly = 🔁 Щотижня: так
button-plan-drop = Не треба
button-plan-back = ‹ Назад
plan-draft-not-yours = День і час тут обирає автор команди /plan.
plan-made = Призначено.
plan-made-twice = Призначено. Тієї ночі годинники переводять назад, і такий час буде двічі: граємо в раніший.
plan-dropped = Гаразд, усе лишається як було.
plan-moved-toast = Перенесено.
plan-cancelled-toast = Скасовано.
tap-twice-plan-skip = Пропустити лише цей раз? Натисніть ще раз.
tap-twice-plan-cancel = Скасувати вечір? Натисніть ще раз.
tap-twice-plan-cancel-weekly = Скасувати цей вечір і всі наступні? Натисніть ще раз.

# Відмови
plan-no-past = Цей час уже позаду.
plan-no-soon = До цього часу менше ніж десять хвилин. Відкрийте стіл одразу: /newgame
plan-no-far = Так далеко не загадуємо: не далі ніж на пів року.
plan-no-missing-day = Такого дня в календарі немає.
plan-no-missing-time = Цієї ночі годинники переводять уперед, і такого часу не буде. Оберіть інший.
plan-no-taken = На цей час тут уже призначено вечір: між вечорами має бути хоча б година.
plan-no-crowded = У групі вже десять призначених вечорів. Скасуйте зайвий.
plan-no-full = Список уже повний.
plan-no-over = Цей вечір уже позаду або скасований.
plan-no-unreadable = Не вдалося зрозуміти день і час. Наприклад: /plan пт 20:00, /plan 25.11 19:30, /plan завтра 21:00. Або просто /plan: день можна вибрати кнопкою.
plan-no-not-yours = Це можуть лише автор вечора й адміни групи.
plan-no-group-first = Спершу вступіть до групи «{ $group }».

# Нагадування й сам початок
plan-reminder = ⏰ Скоро граємо, початок { $left }. Чекаємо: { $names }.
plan-reminder-nobody = ⏰ Скоро граємо, початок { $left }. Відповідей «Прийду» поки немає.
plan-reminder-link = <a href="{ $url }">Відповісти чи передумати</a>
plan-reminder-private = ⏰ «{ $group }»: граємо о { $time }, і ви обіцяли прийти. Стіл відкриється сам, ви вже будете за ним.
plan-reminder-private-link = <a href="{ $url }">Передумали?</a>
plan-opened = 🎲 Час! Стіл відкрито.
plan-opened-late = 🎲 Стіл відкрито із запізненням на { $minutes ->
        [one] { $minutes } хвилину
        [few] { $minutes } хвилини
       *[many] { $minutes } хвилин
    }: раніше не вийшло.
plan-seated = За столом: { $names }.
plan-unseated-elsewhere = { $name } — без місця: сидить за іншим столом.
plan-unseated-unreachable = { $name } — без місця: бот не може написати в приватний чат. Натисніть там «Старт» і сідайте.
plan-unseated-kept-away = { $name } — без місця: адміни не пускають за стіл.
plan-unseated-full = { $name } — без місця: за столом більше немає місць.
plan-nobody = 🗓 Вечір о { $time }: відповідей «Прийду» немає, і стіл не відкрито. Відкрити можна й зараз.
plan-nobody-fits = 🗓 Вечір о { $time }: нікого не вдалося посадити, і стіл не відкрито.
plan-missed = 🗓 Вечір о { $time } пропущено: вчасно відкрити стіл не вийшло. Відкрити можна зараз.
plan-waits = ⏳ Час, але тут іще триває гра. Стіл відкриється, щойно вона скінчиться.
plan-moved = 🗓 Вечір перенесено: <b>{ $when }</b>.
plan-moved-ask = { $names }, дайте відповідь знову: час інший.
plan-cancelled = 🗓 Вечір скасовано: { $when }.
plan-cancelled-next = Наступний: <b>{ $when }</b>.
plan-moved-private = 🗓 «{ $group }»: вечір перенесено, тепер { $when }. Перевірте свою відповідь.
plan-cancelled-private = 🗓 «{ $group }»: вечір скасовано ({ $when }).

command-plan = Призначити вечір гри
