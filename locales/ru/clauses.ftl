# За что судья наказывает: пункты правил своими словами. Номера пунктов стоят рядом.

clause-numbered = п. { $number }, { $what }

## Фолы

clause-out-of-turn = речь не в свою минуту
clause-touching = прикосновения или лишние жесты днём
clause-gestures = жесты, которые мешают другим
clause-knocking = стук по столу
clause-misconduct = неэтичное поведение
clause-arguing = спор с судьёй
clause-hand-moved = рука убрана или поставлена не вовремя
clause-ballot-gestures = жесты и призывы на голосовании
clause-shouting = крик или чрезмерные эмоции в речи
clause-address = обращение не по нику и не по номеру, не в первый раз
clause-leaving-gestures = жесты, пока кто-то уходит из-за стола
clause-night-noise = шум ночью
clause-religion = обращение к высшим силам и религии
clause-late-mask = маска надета с опозданием
clause-over-time = превышение времени
clause-wrong-shot = неправильная стрельба
clause-talk-to-the-gone = разговор с теми, кто вне игры, или с залом

## Удаления

clause-insults = оскорбления
clause-night-conduct = разговоры и другие нарушения ночью
clause-night-touching = прикосновения ночью
clause-night-hints = подсказки ночью
clause-left-the-table = уход из-за стола
clause-tears = слёзы за столом
clause-ballot-order = нарушение порядка голосования
clause-ballot-form = нарушение формы голосования
clause-best-move-appeal = ссылка на влияние на лучший ход
clause-hidden-whisper = тайный шёпот соседу
clause-swearing = мат
clause-glancing = невольный взгляд ночью
clause-peeking = подглядывание и другие неигровые сведения
clause-foreign-language = речь на языке, которого стол не понимает
clause-emotion-as-proof = крик или эмоции как доказательство роли
clause-outside-arguments = неигровые доводы и знаки о роли
clause-veiled-oath = скрытая клятва или пари
clause-false-surrender = «сдаюсь» как доказательство роли

## Поражение команды

clause-oath = клятва, пари и подобное
clause-threats = шантаж, угрозы, подкуп
clause-moral-appeal = неигровая апелляция к чести или вере
clause-night-knowledge = доказательство роли увиденным ночью
clause-outside-hints = подсказка со стороны
clause-other = решение судьи

## Штрафные баллы

clause-sheriff-overslept = пропущенная проверка шерифа
clause-don-overslept = пропущенная проверка дона
clause-shot-missed = отстрел не назначен или промах в назначенный
clause-break-covered = неудачная попытка сломать в красного
clause-no-nomination = в угадайке не выставлен соперник
clause-false-sheriff = красный уходит с версией о себе как о шерифе
clause-split-twice = втроём голоса красного дважды делят стол
clause-against-a-sure-red = красный голос против руки точно красного
clause-sure-win-spoilt = упущена математическая победа города
clause-checks-not-told = шериф уходит и не называет проверок
clause-checks-not-made = нет проверки, когда от неё зависит игра
clause-told-a-black = шериф открывается только чёрному
clause-meeting-overslept = договорка пропущена или порядок не назначен
clause-numbers-given-away = чёрный выдаёт проверки или отстрелы
clause-sheriff-for-a-check = чёрный выдаёт настоящего шерифа
clause-decider-not-voted = нет голоса чёрного в решающий момент
clause-own-last-hand = решающий голос против себя
clause-plan-broken = голосование сломано против своей команды
clause-destructive = действие, из-за которого команда проигрывает

## Удаление с турнира

clause-insulted-judge = оскорбление судьи
clause-violence = угроза насилия

## Решения по протестам

clause-as-protested = решение по протесту
clause-outside-influence = неигровое преимущество или неигровое доказательство роли
clause-judge-error = неисправимая ошибка судьи
clause-force-majeure = форс-мажор, игра прервана надолго
