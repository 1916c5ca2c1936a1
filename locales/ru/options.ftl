# Настройки стола: название, одна строка о том, что она меняет, и значения.
# Значение стоит после названия и двоеточия, поэтому с маленькой буквы.

## Значения

option-on = да
option-off = нет
option-hours = { $n ->
    [one] { $n } час
    [few] { $n } часа
    [many] { $n } часов
   *[other] { $n } часа
}
option-minutes = { $n ->
    [one] { $n } минута
    [few] { $n } минуты
    [many] { $n } минут
   *[other] { $n } минуты
}
option-seconds = { $n ->
    [one] { $n } секунда
    [few] { $n } секунды
    [many] { $n } секунд
   *[other] { $n } секунды
}
option-count = { $n ->
    [0] нет
    [one] { $n } раз
    [few] { $n } раза
    [many] { $n } раз
   *[other] { $n } раза
}
option-points = { $n ->
    [one] { $n } балл
    [few] { $n } балла
    [many] { $n } баллов
   *[other] { $n } балла
}

## Время

option-deal = Раздача карт
option-deal-about = Сколько ждать, пока все посмотрят свои карты.
option-meet = Ночь знакомства
option-meet-about = Сколько длится договорка: мафия узнаёт своих и договаривается.
option-speech = Минута игрока
option-speech-about = Сколько говорит каждый игрок, когда до него доходит очередь.
option-tie-speech = Речь в автокатастрофе
option-tie-speech-about = Сколько говорит каждый, у кого поровну голосов, перед переголосованием.
option-last-word = Последнее слово
option-last-word-about = Сколько говорит игрок, который уходит из игры.
option-ballot-window = Время на кандидатуру
option-ballot-window-about = Сколько времени на голосование приходится на каждую кандидатуру.
option-lift-window = Вопрос об уходе всех
option-lift-window-about = Сколько времени на ответ, уходят ли все, у кого снова поровну.
option-night = Ночь
option-night-about = Сколько времени на ночной выбор, в каждой части ночи.
option-discussion = Обсуждение
option-discussion-about = Сколько длится общий разговор днём.
option-second-discussion = Второе обсуждение
option-second-discussion-about = Сколько говорят после оправдания, перед вторым судом.
option-best-move = Время лучшего хода
option-best-move-about = Сколько думает первая жертва, если лучший ход делают ночью.
option-silenced-window = Минута без слова
option-silenced-window-about = Сколько времени на выставление у игрока, лишённого слова.
option-time-out = Длина тайм-аута
option-time-out-about = Сколько часы стоят, если игрок берёт тайм-аут.
option-time-outs = Тайм-ауты
option-time-outs-about = Сколько раз за игру каждый может остановить часы.

## Выставление и голосование

option-ballot-style = Порядок голосования
option-ballot-style-about = Называть кандидатуры по очереди или показать все кнопки сразу.
option-ballot-style-sequential = по очереди
option-ballot-style-simultaneous = все сразу
option-withdraw = Отзыв кандидатуры
option-withdraw-about = Можно ли снять с голосования того, кого вы выставили.
option-nominations = Несколько кандидатур
option-nominations-about = Какая засчитывается, если за минуту игрок называет нескольких.
option-nominations-first = первая
option-nominations-first-new = первая новая
option-nominations-last = последняя
option-show-candidates = Список кандидатур
option-show-candidates-about = Видно ли до голосования, кто выставлен.
option-unvoted = Неотданные голоса
option-unvoted-about = Что происходит с голосом того, кто не голосует.
option-unvoted-last-candidate = против последней кандидатуры
option-unvoted-not-counted = не считаются
option-ballot-secrecy = Тайна голосования
option-ballot-secrecy-about = Кто узнаёт, кто как голосует. Тайно голосуют все сразу, а не по очереди.
option-ballot-secrecy-open = видно сразу
option-ballot-secrecy-hidden = видно после закрытия
option-ballot-secrecy-anonymous = не видно никогда
option-change-vote = Смена голоса
option-change-vote-about = Можно ли передумать, пока голосование не закрыто.
option-confirmation = Подтверждение
option-confirmation-about = Кто набирает больше всех голосов, уходит, только если стол подтверждает: 👍 или 👎. Поровну — остаётся.
option-tie-at-three-or-four = Равенство втроём и вчетвером
option-tie-at-three-or-four-about = За столом трое или четверо, и у двоих или троих второй раз поровну.
option-tie-at-three-or-four-night = сразу ночь
option-tie-at-three-or-four-lift = уходят ли все
option-single-later = Одна кандидатура
option-single-later-about = Что делать, если со второго дня выставлен только один игрок.
option-single-later-leaves = уходит без голосования
option-single-later-ballot = ставят на голосование
option-first-day-ballot = Голосование в первый день
option-first-day-ballot-about = Если нет, в первый день только говорят: никого не выставляют, и никто не уходит.
option-first-night-kill = Выстрелы в ночь 1
option-first-night-kill-about = Если нет, в ночь 1 никого не убивают: стрелять нельзя, остальное идёт как всегда.
option-doctor-self = Доктор лечит себя
option-doctor-self-about = Может ли доктор лечить себя.
option-doctor-self-never = никогда
option-doctor-self-once = раз за игру
option-doctor-self-any = сколько угодно
option-doctor-twice = Тот же пациент подряд
option-doctor-twice-about = Может ли доктор выбрать одного и того же игрока две ночи подряд.
option-lynch = Суд Линча
option-lynch-about = Как город решает, кого осудить.
option-lynch-most = у кого больше голосов
option-lynch-one-by-one = по одному, «да» или «нет»
option-tie = Поровну на суде
option-tie-about = Что делать, если голоса на суде делятся поровну.
option-tie-none = никто не уходит
option-tie-revote = переголосование

## Ночь

option-early-night-end = Ночь без ожидания
option-early-night-end-about = Ночь кончается раньше срока, как только все ответили.
option-night-talk = Связь мафии ночью
option-night-talk-about = Как мафия договаривается после ночи знакомства.
option-night-talk-off = никак
option-night-talk-choices = видит выбор своих
option-night-talk-text = видит выбор, пишет своим
option-lover-alibi = Алиби любовницы
option-lover-alibi-about = Что даёт её визит.
option-lover-alibi-immunity = днём нельзя выставить
option-lover-alibi-block = ночной ход не действует
option-lover-alibi-both = и то и другое
option-void-check = Сорванная проверка
option-void-check-about = Что узнаёт проверяющий, если его ход сорван.
option-void-check-failed = что проверка не удалась
option-void-check-silent = ничего

## Роли, нарушения, конец игры

option-best-move-time = Лучший ход
option-best-move-time-about = Когда первая жертва ночи называет троих чёрных.
option-best-move-time-night = ночью
option-best-move-time-last-word = в последнем слове
option-best-move-time-never = его нет
option-claim-forfeits-best-move = Вскрытие без лучшего хода
option-claim-forfeits-best-move-about = Кто называет себя комиссаром, теряет право на лучший ход.
option-last-words = Слова уходящих
option-last-words-about = Если нет, все уходят молча, и днём, и утром; лучшего хода в последнем слове тогда тоже нет. Длину слова задаёт настройка «Последнее слово».
option-last-word-when-decided = Слово после развязки
option-last-word-when-decided-about = Есть ли последнее слово, если этот уход решает игру.
option-reveal-roles = Открывать роли
option-reveal-roles-about = Узнаёт ли стол роль того, кто уходит из игры.
option-draw = Ничья
option-draw-about = Когда игра без потерь заканчивается вничью.
option-draw-cycles-3 = три ночи и три дня без ухода
option-draw-nights-3 = три ночи, игроков столько же
option-draw-off = только после 50-го дня
option-loner-must-die = Одиночка мешает победе
option-loner-must-die-about = Пока одиночка жив, никто другой не побеждает.
option-surrender = Право сдаться
option-surrender-about = Мафия может сдать игру за свою команду, остальных за это удаляют.
option-offences = Реплики не вовремя
option-offences-about = Что делает бот, если пишут не в свою минуту или ночью.
option-offences-off = ничего
option-offences-warn = предупреждает
option-offences-foul = даёт фол
option-offences-foul-city = делает замечание
option-fouls-to-silence = Нарушения до лишения слова
option-fouls-to-silence-about = Какое по счёту нарушение лишает слова в свою минуту.
option-fouls-to-removal = Нарушения до удаления
option-fouls-to-removal-about = Какое по счёту нарушение удаляет из игры.
option-stand-ins = Игроки-боты
option-stand-ins-about = Когда за столом играет компьютер.
option-stand-ins-off = никогда
option-stand-ins-on-absence = на замену пропавшим
option-stand-ins-fill = на замену и на пустые места
option-compensation-max = Предел компенсации
option-compensation-max-about = Наибольшая компенсация (Ci) жертве первой ночи.
