# Стол до игры.

lobby-title = 🎩 <b>Стол открыт</b> · { $ruleset }
lobby-was = 🎩 <b>{ $ruleset }</b>
lobby-house-rules = Настройки домашние: что изменено, покажет кнопка «Правила».
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
lobby-seal = <blockquote expandable>Секрет раздачи уже запечатан, после игры его можно сверить: /verify
    SHA-256: <code>{ $seal }</code></blockquote>
lobby-playing = Игра идёт.
lobby-over = Игра окончена.
lobby-closed = Стол закрыт.

lobby-seated = Вы за столом.
lobby-stood-up = Вы больше не за столом.
lobby-bot-added = Бот садится за стол.
lobby-bot-removed = Бот встаёт из-за стола.
lobby-more-time = Ждём игроков дольше.
tap-twice-cancel = Закрыть стол? Нажмите ещё раз.
lobby-begun = Раздаём карты!
lobby-begun-loud = Раздаём карты! Боту здесь не удержать тишину (почему, скажет /doctor): говорите только в свою минуту.
lobby-extended = Игроков пока мало, подождём ещё немного. Садитесь за стол!
lobby-gave-up = Игроков так и не хватило, стол закрыт. Когда соберётесь, откройте новый: /newgame
lobby-unreachable = Пусть откроют личный чат с ботом и нажмут «Старт»: { $names }. Без этого карту не отдать.

lobby-no-not-open = За этот стол уже не садятся: набор закрыт.
lobby-no-already-seated = Вы уже за столом.
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
again-invites = 🎭 В группе «{ $group }» собирают тот же состав на новую партию.
again-not-yours = Тот же состав собирают игроки той партии и её судья. Новый стол: /newgame
again-too-late = Та партия закончена давно, тот же состав уже не собрать. Новый стол: /newgame
next-game-noted = Хорошо, бот напишет вам, когда здесь откроют стол.
no-table = Открытого стола здесь сейчас нет. Открыть: /newgame
no-game = Игра здесь сейчас не идёт.
only-in-groups = Это команда для группы: добавьте туда бота и напишите её там.
admins-only = Это могут только админы группы.
draining = Бот скоро обновится и новых столов не открывает. Попробуйте чуть позже.
start-first = Сначала откройте личный чат с ботом и нажмите «Старт», иначе бот не сможет вам написать.

stand-in-name-1 = Марко
stand-in-name-2 = Роза
stand-in-name-3 = Бруно
stand-in-name-4 = Лючия
stand-in-name-5 = Энцо
stand-in-name-6 = София
stand-in-name-7 = Витторио
stand-in-name-8 = Карла
stand-in-name-9 = Нино
stand-in-name-10 = Франческа
stand-in-name-11 = Тони
stand-in-name-12 = Джина
stand-in-name-13 = Сальваторе
stand-in-name-14 = Паола
stand-in-name-15 = Леоне

## Проверка перед игрой: что не так, помещается и в окно кнопки, поэтому коротко.

doctor-title = <b>Всё ли готово к игре</b>
doctor-fine = ✅ { $what }
doctor-bad = ⚠️ { $what }
doctor-all-fine = Всё готово к игре.
doctor-restrict-members = Ночью и в чужую минуту будет тихо
doctor-restrict-members-bad = Для тишины нужно право блокировать пользователей
doctor-delete-messages = Бот уберёт реплики не вовремя
doctor-delete-messages-bad = Нужно право удалять сообщения
doctor-pin-messages = Стол будет закреплён
doctor-pin-messages-bad = Нужно право закреплять сообщения
doctor-supergroup = Группа подходит для тишины
doctor-supergroup-bad = Для тишины откройте новым участникам историю чата
doctor-players = Игроков достаточно
doctor-players-bad = Нужно от { $least } до { $most } игроков
doctor-reach = { $name } на связи
doctor-reach-bad = { $name }: нужен «Старт» в личном чате с ботом

## Кого нет за столом

absent-nudge = 👋 Вы пропускаете ходы. Загляните в группу: ещё один пропуск, и за вас сыграет бот или место опустеет.
absent-replaced = 🤖 № { $seat } { $name } не отвечает, на этом месте играет бот.
absent-you = Вы не отвечали, и за вас играет бот. Карта та же, место можно вернуть.
seat-free = 🪑 № { $seat } { $name }: нужна замена. Карта и знания переходят вместе с местом.
seat-sought = 🪑 Ищем вам замену: в группе появляется кнопка «Занять место». Пока её не нажмут, играете вы.
leave-nowhere = Вы не сидите ни за одним столом.
seat-taken = 🪑 На место № { $seat } садится { $name }.
private-lost = ✉️ № { $seat } { $name }, бот не может написать вам лично. Карту покажет кнопка «Моя роль». Чтобы получать ночные вопросы, нажмите «Старт» в личном чате с ботом.
button-come-back = Вернуться за стол
button-take-seat = Занять место
button-let-bot = Пусть играет бот
left-group = 🚶 № { $seat } { $name } выходит из группы. Вернуться можно в течение двух минут, потом это место займёт бот или оно опустеет.
reply-needed = Ответьте этой командой на сообщение нужного человека.
no-such-player = { $name }: за столом такого игрока нет.
taken-off = { $name } больше не за столом.
kept-away = { $name }: за столы этой группы больше не пускаем. Вернуть: /letback
let-back = { $name }: снова можно за стол.
lobby-opener = Стол открывает { $name }.
spectator-title = 👻 Для вас игра окончена. Вот все карты; в группе о них молчок.
spectator-seat = { $name } — { $role }
