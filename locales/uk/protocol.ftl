# Протокол гри: повідомлення, зображення, PDF і таблиця.

protocol-title = Протокол гри
protocol-unofficial = { $rules }, неофіційний стіл
protocol-cut = … Решта — у файлах.
protocol-small = <i>{ $text }</i>
protocol-judge-bot = Омерта (бот)
protocol-legend = М — мирний, Ч — чорний, Ш — шериф, Д — дон. Фоли: * за кожен, ! — дискваліфікація. У дужках — хто йде за голосуванням.

protocol-label-tournament = Турнір
protocol-label-stage = Стадія
protocol-label-date = Дата
protocol-label-table = Стіл
protocol-label-game = Гра №
protocol-label-player = Гравець
protocol-label-role = Роль
protocol-label-fouls = Фоли
protocol-label-left = Вихід
protocol-label-points = Бали
protocol-label-extra = Дод. бали
protocol-label-total = Разом
protocol-label-winner = Перемога
protocol-label-best = Найкращий хід
protocol-label-order = Порядок відстрілу
protocol-label-judge = Суддя
protocol-label-signature = підпис
protocol-label-protest = Протест
protocol-label-night = Ніч
protocol-label-nights = Ночі
protocol-label-ballots = Голосування
protocol-label-remarks = Фоли, бали й рішення судді
protocol-label-candidate = Гравець
protocol-label-by = Від кого
protocol-label-votes = Голоси
protocol-label-again = Переголосування
protocol-label-names = Хто як голосує

protocol-role-civilian = М
protocol-role-mafia = Ч
protocol-role-sheriff = Ш
protocol-role-don = Д

protocol-winner-red = червоні
protocol-winner-black = чорні
protocol-winner-town = мирні
protocol-winner-mafia = мафія
protocol-winner-yakuza = якудза
protocol-winner-loner = одинак
protocol-winner-draw = нічия

protocol-best-move-by = { $named } (гравець № { $seat })
protocol-day = Голосування { $number }
protocol-day-short = Д{ $number }
protocol-night-short = Н{ $number }
protocol-left-voted = { $when } голос.
protocol-left-lifted = { $when } усі
protocol-left-shot = { $when } відстріл
protocol-left-removed = { $when } видалення
protocol-voters = { $seat } — { $votes }: { $voters }
protocol-named-by = { $seat } (від { $by })
protocol-nominated = Виставлено: { $seats }
protocol-skip-nobody = Нікого не виставлено, голосування немає.
protocol-skip-one-on-day-one = Одна кандидатура першого дня, голосування немає.
protocol-skip-cancelled = Голосування скасовано через видалення.
protocol-skip-struck = Кандидатур не лишилося, голосування немає.
protocol-lift-yes = Йдуть усі? За: { $yes } ({ $seats }). Йдуть.
protocol-lift-no = Йдуть усі? За: { $yes } ({ $seats }). Лишаються.
protocol-acquitted = № { $seat }: виправдання.
protocol-exit-voted = За голосуванням: { $seats }.
protocol-exit-lifted = Йдуть усі: { $seats }.
protocol-exit-removed = Видалення: { $seats }.
# Про жертв ночі каже таблиця ночей.
protocol-exit-shot = Убито: { $seats }.

protocol-who = { $seat } { $role }: { $verb }
protocol-killed = Убито
protocol-deed-shoot = постріл
protocol-deed-check = перевірка
protocol-deed-heal = лікування
protocol-deed-visit = візит
protocol-deed-guard = охорона
protocol-deed-charm = чари
protocol-deed-block = крадіжка
protocol-deed-frame = обмова
protocol-deed-silence = без голосу
protocol-deed-copy = чужий голос
protocol-answer-red = червоний
protocol-answer-black = чорний
protocol-answer-sheriff = шериф
protocol-answer-not-sheriff = не шериф
protocol-answer-commissar = комісар
protocol-answer-not-commissar = не комісар
protocol-answer-leader = лідер
protocol-answer-not-leader = не лідер
protocol-answer-failed = не вдалося

protocol-remark-foul = День { $day }. Фол: № { $seat } { $name }
protocol-remark-disqualify = День { $day }. Дискваліфікація: № { $seat } { $name }
protocol-remark-team-loss = День { $day }. ППК: № { $seat } { $name }
protocol-remark-bonus = Додаткові бали { $points }: № { $seat } { $name }
protocol-remark-penalty = Штраф { $points }: № { $seat } { $name }
protocol-remark-why = { $remark } ({ $note })
protocol-remark-undone = Скасовано суддею: { $remark }

## Команди й файли

command-protocol = Протокол останньої гри
command-record = Запис партії, файл
button-paper-text = 📋 Протокол
button-paper-png = 🖼 Зображення
button-paper-pdf = PDF
button-paper-xlsx = XLSX
button-paper-record = 📝 Запис партії
protocol-file-png = Протокол, партія <code>{ $game }</code>
protocol-file-pdf = Протокол для друку, партія <code>{ $game }</code>
protocol-file-xlsx = Протокол таблицею, партія <code>{ $game }</code>
protocol-file-record = Запис партії <code>{ $game }</code>. Перевірити його може кожен: omerta replay
protocol-failed = Не вийшло зробити файл. Спробуйте ще раз трохи згодом.
protocol-coming = Готую, зараз надішлю.
protocol-sent = Це вже тут, трохи вище.
protocol-none = Тут ще немає зіграних партій. Протокол з’явиться, коли гра закінчиться.
protocol-none-private = Ваших зіграних партій поки немає. Протокол з’явиться, коли гра закінчиться.
protocol-unknown = Такої партії тут немає. Номер стоїть у повідомленні столу, наприклад: /protocol k3Hd82mA
protocol-not-over = Ця партія ще триває або не має результату: протоколу немає.
