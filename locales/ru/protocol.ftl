# Протокол игры: сообщение, картинка, PDF и таблица.

protocol-title = Протокол игры
protocol-unofficial = { $rules }, неофициальный стол
protocol-cut = … Остальное — в файлах.
protocol-small = <i>{ $text }</i>
protocol-judge-bot = Омерта (бот)
protocol-legend = К — красный, Ч — чёрный, Ш — шериф, Д — дон. Фолы: * за каждый, ! — дисквалификация. В скобках — кто уходит по голосованию.

protocol-label-tournament = Турнир
protocol-label-stage = Стадия
protocol-label-date = Дата
protocol-label-table = Стол
protocol-label-game = Игра №
protocol-label-player = Игрок
protocol-label-role = Роль
protocol-label-fouls = Фолы
protocol-label-left = Уход
protocol-label-points = Баллы
protocol-label-extra = Доп. баллы
protocol-label-total = Итого
protocol-label-winner = Победившая команда
protocol-label-best = Лучший ход
protocol-label-order = Порядок отстрела
protocol-label-judge = Судья
protocol-label-signature = подпись
protocol-label-protest = Протест
protocol-label-night = Ночь
protocol-label-nights = Ночи
protocol-label-ballots = Голосования
protocol-label-remarks = Фолы, баллы и решения судьи
protocol-label-candidate = Игрок
protocol-label-by = От кого
protocol-label-votes = Голоса
protocol-label-again = Переголосование
protocol-label-names = Кто как голосует

protocol-role-civilian = К
protocol-role-mafia = Ч
protocol-role-sheriff = Ш
protocol-role-don = Д

protocol-winner-red = красные
protocol-winner-black = чёрные
protocol-winner-town = мирные
protocol-winner-mafia = мафия
protocol-winner-yakuza = якудза
protocol-winner-loner = одиночка
protocol-winner-draw = ничья

protocol-best-move-by = { $named } (игрок № { $seat })
protocol-day = Голосование { $number }
protocol-day-short = Д{ $number }
protocol-night-short = Н{ $number }
protocol-left-voted = { $when } голос.
protocol-left-lifted = { $when } все
protocol-left-shot = { $when } отстрел
protocol-left-removed = { $when } удаление
protocol-voters = { $seat } — { $votes }: { $voters }
protocol-named-by = { $seat } (от { $by })
protocol-nominated = Выставлены: { $seats }
protocol-skip-nobody = Никто не выставлен, голосования нет.
protocol-skip-one-on-day-one = Одна кандидатура в первый день, голосования нет.
protocol-skip-cancelled = Голосование отменено из-за удаления.
protocol-skip-struck = Кандидатур не осталось, голосования нет.
protocol-lift-yes = Уходят все? За: { $yes } ({ $seats }). Уходят.
protocol-lift-no = Уходят все? За: { $yes } ({ $seats }). Остаются.
protocol-acquitted = № { $seat }: оправдание.
protocol-exit-voted = По голосованию: { $seats }.
protocol-exit-lifted = Уходят все: { $seats }.
protocol-exit-removed = Удаление: { $seats }.
# О жертвах ночи говорит таблица ночей.
protocol-exit-shot = Убиты: { $seats }.

protocol-who = { $seat } { $role }: { $verb }
protocol-killed = Убиты
protocol-deed-shoot = выстрел
protocol-deed-check = проверка
protocol-deed-heal = лечение
protocol-deed-visit = визит
protocol-deed-guard = охрана
protocol-deed-charm = чары
protocol-deed-block = кража
protocol-deed-frame = оговор
protocol-deed-silence = без голоса
protocol-deed-copy = чужой голос
protocol-answer-red = красный
protocol-answer-black = чёрный
protocol-answer-sheriff = шериф
protocol-answer-not-sheriff = не шериф
protocol-answer-commissar = комиссар
protocol-answer-not-commissar = не комиссар
protocol-answer-leader = лидер
protocol-answer-not-leader = не лидер
protocol-answer-failed = не удалось

protocol-remark-foul = День { $day }. Фол: № { $seat } { $name }
protocol-remark-disqualify = День { $day }. Дисквалификация: № { $seat } { $name }
protocol-remark-team-loss = День { $day }. ППК: № { $seat } { $name }
protocol-remark-bonus = Дополнительные баллы { $points }: № { $seat } { $name }
protocol-remark-penalty = Штраф { $points }: № { $seat } { $name }
protocol-remark-why = { $remark } ({ $note })
protocol-remark-undone = Отменено судьёй: { $remark }

## Команды и файлы

command-protocol = Протокол последней игры
command-record = Запись партии, файл
button-paper-text = 📋 Протокол
button-paper-png = 🖼 Картинка
button-paper-pdf = PDF
button-paper-xlsx = XLSX
button-paper-record = 📝 Запись партии
protocol-file-png = Протокол, партия <code>{ $game }</code>
protocol-file-pdf = Протокол для печати, партия <code>{ $game }</code>
protocol-file-xlsx = Протокол таблицей, партия <code>{ $game }</code>
protocol-file-record = Запись партии <code>{ $game }</code>. Проверить её может каждый: omerta replay
protocol-failed = Не получилось сделать файл. Попробуйте ещё раз чуть позже.
protocol-coming = Готовлю, сейчас пришлю.
protocol-sent = Это уже здесь, чуть выше.
protocol-none = Здесь ещё нет сыгранных партий. Протокол появится, когда игра закончится.
protocol-none-private = Ваших сыгранных партий пока нет. Протокол появится, когда игра закончится.
protocol-unknown = Такой партии здесь нет. Номер стоит в сообщении стола, например: /protocol k3Hd82mA
protocol-not-over = Эта партия ещё идёт или не имеет результата: протокола нет.
