# Вечер по договорённости: /plan.

plan-weekday = { $weekday ->
        [0] понедельник
        [1] вторник
        [2] среда
        [3] четверг
        [4] пятница
        [5] суббота
       *[other] воскресенье
    }
plan-weekly-on = { $weekday ->
        [0] каждый понедельник
        [1] каждый вторник
        [2] каждую среду
        [3] каждый четверг
        [4] каждую пятницу
        [5] каждую субботу
       *[other] каждое воскресенье
    }
plan-weekday-short = { $weekday ->
        [0] пн
        [1] вт
        [2] ср
        [3] чт
        [4] пт
        [5] сб
       *[other] вс
    }
plan-date = { $day } { $month ->
        [1] января
        [2] февраля
        [3] марта
        [4] апреля
        [5] мая
        [6] июня
        [7] июля
        [8] августа
        [9] сентября
        [10] октября
        [11] ноября
       *[other] декабря
    }
plan-when = { $weekday }, { $date }, { $time }
plan-zone = { $city ->
        [Moscow] по Москве
        [Kyiv] по Киеву
       *[other] по часовому поясу { $zone }
    }

# Сообщение с ответами
plan-title = 🗓 <b>Играем в мафию: { $when }</b>
plan-start = Время { $zone }, начало { $left }.
plan-repeats = 🔁 И так { $weekly }.
plan-by = Собирает { $name }.
plan-yes = ✅ Придут ({ $count }): { $names }
plan-maybe = 🤔 Может быть ({ $count }): { $names }
plan-no = 🚫 Не смогут ({ $count }): { $names }
plan-nobody-yet = Ответов пока нет. Кто придёт?
plan-more-names = и ещё { $count }
plan-name-shut = { $name } ✉️
plan-start-bot = У кого ✉️, нажмите «Старт» в личном чате с ботом: без этого за стол не сесть.
plan-promise = Стол откроется сам, и все, кто ответит «Приду», сразу будут за ним.

plan-fate-opened = Стол открыт.
plan-fate-nobody = Игроков не нашлось.
plan-fate-missed = Не состоялось.
plan-fate-cancelled = Отменено.

button-plan-yes = ✅ Приду
button-plan-maybe = 🤔 Может быть
button-plan-no = 🚫 Не смогу
button-plan-move = Перенести
button-plan-skip = Пропустить раз
button-plan-cancel = Отменить

plan-answer-yes = Записали: придёте. Передумаете — нажмите другую кнопку.
plan-answer-maybe = Записали: может быть. Место за столом даёт только «Приду».
plan-answer-no = Записали: не сможете.
plan-answer-same = Так и записано.
plan-start-thanks = Записали: { $when }, группа «{ $group }». Напомним за полчаса и сами посадим вас за стол.

# Выбор дня и времени
plan-ask-day = 🗓 Когда играем? Можно и написать: <code>/plan пт 20:00</code>, <code>/plan 25.11 19:30</code>, <code>/plan каждую пятницу 20:00</code>.
plan-ask-move = 🗓 На когда перенести? Сейчас: { $when }.
plan-already = Уже назначено:
plan-listed = • <a href="{ $url }">{ $when }</a>
plan-listed-plain = • { $when }
plan-ask-hour = 🗓 { $when }. Во сколько?
plan-ask-quarter = 🗓 { $when }. А точнее?
plan-day-name = { $weekday }, { $date }
button-plan-today = Сегодня
button-plan-tomorrow = Завтра
button-plan-day = { $weekday } { $day }
button-plan-once = 🔁 Каждую неделю: нет
button-plan-weekly = 🔁 Каждую неделю: да
button-plan-drop = Не надо
button-plan-back = ‹ Назад
plan-draft-not-yours = День и время здесь выбирает автор команды /plan.
plan-made = Назначено.
plan-made-twice = Назначено. В ту ночь часы переводят назад, и такое время будет дважды: играем в более раннее.
plan-dropped = Хорошо, всё остаётся как было.
plan-moved-toast = Перенесено.
plan-cancelled-toast = Отменено.
tap-twice-plan-skip = Пропустить только этот раз? Нажмите ещё раз.
tap-twice-plan-cancel = Отменить вечер? Нажмите ещё раз.
tap-twice-plan-cancel-weekly = Отменить этот вечер и все следующие? Нажмите ещё раз.

# Отказы
plan-no-past = Это время уже прошло.
plan-no-soon = До этого времени меньше десяти минут. Откройте стол сразу: /newgame
plan-no-far = Так далеко не загадываем: не дальше чем на полгода.
plan-no-missing-day = Такого дня в календаре нет.
plan-no-missing-time = В эту ночь часы переводят вперёд, и такого времени не будет. Выберите другое.
plan-no-taken = На это время здесь уже назначен вечер: между вечерами нужен хотя бы час.
plan-no-crowded = В группе уже десять назначенных вечеров. Отмените лишний.
plan-no-full = Список уже полон.
plan-no-over = Этот вечер уже позади или отменён.
plan-no-unreadable = Не удалось понять день и время. Например: /plan пт 20:00, /plan 25.11 19:30, /plan завтра 21:00. Или просто /plan: день можно выбрать кнопкой.
plan-no-not-yours = Это могут только автор вечера и админы группы.
plan-no-group-first = Сначала вступите в группу «{ $group }».

# Напоминание и само начало
plan-reminder = ⏰ Скоро играем, начало { $left }. Ждём: { $names }.
plan-reminder-nobody = ⏰ Скоро играем, начало { $left }. Ответов «Приду» пока нет.
plan-reminder-link = <a href="{ $url }">Ответить или передумать</a>
plan-reminder-private = ⏰ «{ $group }»: играем в { $time }, и вы обещали прийти. Стол откроется сам, вы уже будете за ним.
plan-reminder-private-link = <a href="{ $url }">Передумали?</a>
plan-opened = 🎲 Пора! Стол открыт.
plan-opened-late = 🎲 Стол открыт с опозданием на { $minutes ->
        [one] { $minutes } минуту
        [few] { $minutes } минуты
       *[many] { $minutes } минут
    }: раньше не получилось.
plan-seated = За столом: { $names }.
plan-unseated-elsewhere = { $name } — без места: сидит за другим столом.
plan-unseated-unreachable = { $name } — без места: бот не может написать в личный чат. Нажмите там «Старт» и садитесь.
plan-unseated-kept-away = { $name } — без места: админы не пускают за стол.
plan-unseated-full = { $name } — без места: за столом больше нет мест.
plan-nobody = 🗓 Вечер в { $time }: ответов «Приду» нет, и стол не открыт. Открыть можно и сейчас.
plan-nobody-fits = 🗓 Вечер в { $time }: никого не удалось посадить, и стол не открыт.
plan-missed = 🗓 Вечер в { $time } пропущен: вовремя открыть стол не получилось. Открыть можно сейчас.
plan-waits = ⏳ Пора, но здесь ещё идёт игра. Стол откроется, как только она кончится.
plan-moved = 🗓 Вечер перенесён: <b>{ $when }</b>.
plan-moved-ask = { $names }, ответьте заново: время другое.
plan-cancelled = 🗓 Вечер отменён: { $when }.
plan-cancelled-next = Следующий: <b>{ $when }</b>.
plan-moved-private = 🗓 «{ $group }»: вечер перенесён, теперь { $when }. Проверьте свой ответ.
plan-cancelled-private = 🗓 «{ $group }»: вечер отменён ({ $when }).

command-plan = Назначить вечер игры
