# За що суддя карає: пункти правил своїми словами. Номери пунктів стоять поруч.

clause-numbered = п. { $number }, { $what }

## Фоли

clause-out-of-turn = промова не у свою хвилину
clause-touching = дотики або зайві жести вдень
clause-gestures = жести, що заважають іншим
clause-knocking = стукіт по столу
clause-misconduct = неетична поведінка
clause-arguing = суперечка із суддею
clause-hand-moved = руку прибрано або поставлено невчасно
clause-ballot-gestures = жести й заклики на голосуванні
clause-shouting = крик або надмірні емоції у промові
clause-address = звертання не за ніком і не за номером, не вперше
clause-leaving-gestures = жести, поки хтось виходить з-за столу
clause-night-noise = шум уночі
clause-religion = звернення до вищих сил і релігії
clause-late-mask = маску надіто із запізненням
clause-over-time = перевищення часу
clause-wrong-shot = неправильна стрільба
clause-talk-to-the-gone = розмова з тими, хто поза грою, або із залою

## Вилучення

clause-insults = образи
clause-night-conduct = розмови та інші порушення вночі
clause-night-touching = дотики вночі
clause-night-hints = підказки вночі
clause-left-the-table = вихід з-за столу
clause-tears = сльози за столом
clause-ballot-order = порушення порядку голосування
clause-ballot-form = порушення форми голосування
clause-best-move-appeal = посилання на вплив на найкращий хід
clause-hidden-whisper = таємний шепіт сусідові
clause-swearing = лайка
clause-glancing = мимовільний погляд уночі
clause-peeking = підглядання та інші неігрові відомості
clause-foreign-language = промова мовою, якої стіл не розуміє
clause-emotion-as-proof = крик або емоції як доказ ролі
clause-outside-arguments = неігрові аргументи й знаки про роль
clause-veiled-oath = прихована клятва або парі
clause-false-surrender = «здаюся» як доказ ролі

## Поразка команди

clause-oath = клятва, парі та подібне
clause-threats = шантаж, погрози, підкуп
clause-moral-appeal = неігрова апеляція до честі чи віри
clause-night-knowledge = доказ ролі побаченим уночі
clause-outside-hints = підказка збоку
clause-other = рішення судді

## Штрафні бали

clause-sheriff-overslept = пропущена перевірка шерифа
clause-don-overslept = пропущена перевірка дона
clause-shot-missed = відстріл не призначено або промах у призначений
clause-break-covered = марна спроба зламати в червоного
clause-no-nomination = у вгадайці не виставлено суперника
clause-false-sheriff = червоний іде з версією про себе як шерифа
clause-split-twice = утрьох голоси червоного двічі ділять стіл
clause-against-a-sure-red = червоний голос проти руки точно червоного
clause-sure-win-spoilt = втрачено математичну перемогу міста
clause-checks-not-told = шериф іде й не називає перевірок
clause-checks-not-made = немає перевірки, коли від неї залежить гра
clause-told-a-black = шериф розкривається лише чорному
clause-meeting-overslept = договірку пропущено або порядок не призначено
clause-numbers-given-away = чорний видає перевірки чи відстріли
clause-sheriff-for-a-check = чорний видає справжнього шерифа
clause-decider-not-voted = немає голосу чорного у вирішальну мить
clause-own-last-hand = вирішальний голос проти себе
clause-plan-broken = голосування зламано проти своєї команди
clause-destructive = дія, через яку команда програє

## Вилучення з турніру

clause-insulted-judge = образа судді
clause-violence = погроза насильством

## Рішення за протестами

clause-as-protested = рішення за протестом
clause-outside-influence = неігрова перевага або неігровий доказ ролі
clause-judge-error = невиправна помилка судді
clause-force-majeure = форс-мажор, гру перервано надовго
