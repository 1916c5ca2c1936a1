# Стол до игры.

lobby-title = 🎩 <b>Стол открыт</b> · { $ruleset }
lobby-was = 🎩 <b>{ $ruleset }</b>
lobby-house-rules = 🏠 домашние настройки: /rules
lobby-cards = { $count ->
    [one] Карты на { $count } игрока: { $cards }.
    [few] Карты на { $count } игроков: { $cards }.
    [many] Карты на { $count } игроков: { $cards }.
   *[other] Карты на { $count } игрока: { $cards }.
}
lobby-seats = За столом { $taken } из { $most }, для игры нужно хотя бы { $least }.
lobby-guest = { $number }. { $name }
lobby-stand-in = { $number }. 🤖 { $name }
lobby-empty = Пока никого. Садитесь первыми!
lobby-starts = Игра начнётся сама { $when }.
lobby-seal = 🔒 Печать { $seal } · /verify
lobby-playing = Игра идёт.
lobby-over = Игра окончена.
lobby-closed = Стол закрыт.

lobby-seated = Вы за столом.
lobby-stood-up = Вы больше не за столом.
lobby-bot-added = Бот садится, за столом теперь { $count }.
lobby-bot-removed = Бот встаёт из-за стола, остаётся { $count }.
lobby-more-time = Ждём игроков дольше.
tap-twice-cancel = Закрыть стол? Нажмите ещё раз.
lobby-begun = Раздаём карты!
lobby-begun-loud = Раздаём карты! Боту здесь не удержать тишину (почему, скажет /doctor): говорите только в свою минуту.
lobby-extended = Игроков пока мало, подождём ещё немного. Садитесь за стол!
lobby-gave-up = Игроков так и не хватило, стол закрыт. Когда соберётесь, откройте новый: /newgame
lobby-unreachable = Пусть откроют личный чат с ботом и нажмут «Старт»: { $names }. Без этого карту не отдать.

lobby-no-not-open = За этот стол уже не садятся: набор закрыт.
lobby-no-already-seated = Вы уже за столом. Кнопка «Встать» — под ⚙️.
lobby-no-not-seated = Вас нет за этим столом.
lobby-no-full = Все места заняты.
lobby-no-too-few = Сейчас не начать: нужно от { $least } до { $most } игроков.
lobby-no-elsewhere = Вы уже за столом в группе «{ $group }». Сначала доиграйте там или встаньте из-за стола.
seat-elsewhere-here = Вы уже за другим столом этой группы. Сначала доиграйте там или встаньте из-за него.
seat-try-again = Не получилось с первого раза: нажмите ещё раз.
lobby-no-kept-away = Админы этой группы не пускают вас за стол.
join-group-first = Сначала вступите в группу «{ $group }»: за стол садятся те, кто видит игру.
join-unasked = Telegram сейчас не отвечает, и места в группе «{ $group }» у вас пока нет. Попробуйте ещё раз.
lobby-no-no-stand-ins = За этот стол боты не садятся.
lobby-no-not-yours = Это могут только хозяин стола и админы группы.
course-not-yours = Это могут только хозяин стола, судья и админы группы.
seat-no-not-yours = Это может только тот, чьё это место, или админ группы.
seat-no-sought = Замена этому игроку уже не нужна.
seat-no-out = Это место уже вне игры, возвращаться не к чему.
seat-no-so-often = Это место только что переходило из рук в руки. Подождите минуту.
table-so-often = Вы только что открывали столы один за другим. Подождите полминуты.
lobby-no-no-bot = За столом нет ботов.
lobby-no-tournament = Места за этим столом расписаны турниром.
lobby-no-knows-a-card = Вы уже видели карту этой раздачи: вторую, с другого места, взять нельзя.

button-sit = Сесть за стол
button-stand = Встать
button-start = Начать
button-extend = +5 минут
button-cancel = Закрыть
button-next-game = Позвать меня
button-add-bot = Добавить бота
button-remove-bot = Убрать бота
button-rules = Правила
button-doctor = Всё ли готово
button-again = Ещё раз
button-open-table = Открыть стол
button-my-role = Моя роль
button-to-private = Личный чат
button-try-again = Ещё раз

table-opened = Стол открыт.
table-is-there = Стол здесь уже есть: он выше в переписке.
table-is-here = Стол здесь уже есть: <a href="{ $url }">перейти к нему</a>.
next-table = В группе «{ $group }» открыт стол. Приходите играть!
next-table-here = В группе «{ $group }» открыт стол: <a href="{ $url }">перейти к нему</a>. Приходите играть!
again-invites = 🎭 В группе «{ $group }» собирают тот же состав на новую партию.
again-not-yours = Тот же состав собирают игроки той партии и её судья. Новый стол: /newgame
again-too-late = Та партия закончена давно, тот же состав уже не собрать. Новый стол: /newgame
next-game-noted = Хорошо, бот напишет вам, когда здесь откроют следующий стол.
next-game-always = Теперь бот будет писать вам каждый раз, когда здесь открывают стол. Перестанет, если вы уйдёте из группы.
next-game-off = Хорошо, бот больше не будет звать вас за столы этой группы.
button-invite-once = Только следующий
button-invite-always = Каждый раз
button-invite-off = Не звать
no-table = Открытого стола здесь сейчас нет. Открыть: /newgame
no-game = Игра здесь сейчас не идёт.
only-in-groups = Это команда для группы: добавьте туда бота и напишите её там.
admins-only = Это могут только админы группы.
draining = Бот скоро обновится и новых столов не открывает. Попробуйте чуть позже.
start-first = Сначала откройте личный чат с ботом и нажмите «Старт», иначе бот не сможет вам написать.

lobby-opener = Стол открывает { $name }.
