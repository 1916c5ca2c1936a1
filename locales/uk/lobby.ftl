# Стіл до гри.

lobby-title = 🎩 <b>Стіл відкрито</b> · { $ruleset }
lobby-was = 🎩 <b>{ $ruleset }</b>
lobby-house-rules = 🏠 домашні налаштування: /rules
lobby-cards = { $count ->
    [one] Карти на { $count } гравця: { $cards }.
    [few] Карти на { $count } гравців: { $cards }.
    [many] Карти на { $count } гравців: { $cards }.
   *[other] Карти на { $count } гравця: { $cards }.
}
lobby-seats = За столом { $taken } із { $most }, для гри треба хоча б { $least }.
lobby-guest = { $number }. { $name }
lobby-stand-in = { $number }. 🤖 { $name }
lobby-empty = Поки нікого. Сідайте першими!
lobby-starts = Гра почнеться сама { $when }.
lobby-seal = 🔒 Печатка { $seal } · /verify
lobby-playing = Гра триває.
lobby-over = Гру завершено.
lobby-closed = Стіл закрито.

lobby-seated = Ви за столом.
lobby-stood-up = Ви більше не за столом.
lobby-bot-added = Бот сідає, за столом тепер { $count }.
lobby-bot-removed = Бот устає з-за столу, лишається { $count }.
lobby-more-time = Чекаємо на гравців довше.
tap-twice-cancel = Закрити стіл? Натисніть ще раз.
lobby-begun = Роздаємо карти!
lobby-begun-loud = Роздаємо карти! Боту тут не втримати тиші (чому, скаже /doctor): говоріть лише у свою хвилину.
lobby-extended = Гравців поки мало, зачекаймо ще трохи. Сідайте за стіл!
lobby-gave-up = Гравців так і не набралося, стіл закрито. Коли зберетеся, відкрийте новий: /newgame
lobby-unreachable = Нехай відкриють приватний чат із ботом і натиснуть «Старт»: { $names }. Без цього карту не віддати.

lobby-no-not-open = За цей стіл уже не сідають: набір закрито.
lobby-no-already-seated = Ви вже за столом. Кнопка «Устати» — під ⚙️.
lobby-no-not-seated = Вас немає за цим столом.
lobby-no-full = Усі місця зайнято.
lobby-no-too-few = Зараз не почати: треба від { $least } до { $most } гравців.
lobby-no-elsewhere = Ви вже за столом у групі «{ $group }». Спершу дограйте там або встаньте з-за столу.
seat-elsewhere-here = Ви вже за іншим столом цієї групи. Спершу дограйте там або встаньте з-за нього.
seat-try-again = Не вийшло з першого разу: натисніть ще раз.
lobby-no-kept-away = Адміни цієї групи не пускають вас за стіл.
join-group-first = Спершу приєднайтеся до групи «{ $group }»: за стіл сідають ті, хто бачить гру.
join-unasked = Telegram зараз не відповідає, і місця в групі «{ $group }» у вас поки немає. Спробуйте ще раз.
lobby-no-no-stand-ins = За цей стіл боти не сідають.
lobby-no-not-yours = Це можуть лише господар столу й адміни групи.
course-not-yours = Це можуть лише господар столу, суддя й адміни групи.
seat-no-not-yours = Це може лише той, чиє це місце, або адмін групи.
seat-no-sought = Заміна цьому гравцеві вже не потрібна.
seat-no-out = Це місце вже поза грою, повертатися нема до чого.
seat-no-so-often = Це місце щойно переходило з рук у руки. Зачекайте хвилину.
table-so-often = Ви щойно відкривали столи один за одним. Зачекайте пів хвилини.
lobby-no-no-bot = За столом немає ботів.
lobby-no-tournament = Місця за цим столом розписано турніром.
lobby-no-knows-a-card = Ви вже бачили карту цієї роздачі: другої, з іншого місця, взяти не можна.

button-sit = Сісти за стіл
button-stand = Устати
button-start = Почати
button-extend = +5 хвилин
button-cancel = Закрити
button-next-game = Покликати мене
button-add-bot = Додати бота
button-remove-bot = Прибрати бота
button-rules = Правила
button-doctor = Чи все готово
button-again = Ще раз
button-open-table = Відкрити стіл
button-my-role = Моя роль
button-to-private = Приватний чат
button-try-again = Ще раз

table-opened = Стіл відкрито.
table-is-there = Стіл тут уже є: він вище в листуванні.
table-is-here = Стіл тут уже є: <a href="{ $url }">перейти до нього</a>.
next-table = У групі «{ $group }» відкрито стіл. Приходьте грати!
next-table-here = У групі «{ $group }» відкрито стіл: <a href="{ $url }">перейти до нього</a>. Приходьте грати!
again-invites = 🎭 У групі «{ $group }» збирають той самий склад на нову партію.
again-not-yours = Той самий склад збирають гравці тієї партії та її суддя. Новий стіл: /newgame
again-too-late = Ту партію закінчено давно, той самий склад уже не зібрати. Новий стіл: /newgame
next-game-noted = Гаразд, бот напише вам, коли тут відкриють наступний стіл.
next-game-always = Тепер бот писатиме вам щоразу, коли тут відкривають стіл. Перестане, якщо ви підете з групи.
next-game-off = Гаразд, бот більше не кликатиме вас за столи цієї групи.
button-invite-once = Лише наступний
button-invite-always = Щоразу
button-invite-off = Не кликати
no-table = Відкритого столу тут зараз немає. Відкрити: /newgame
no-game = Тут зараз ніхто не грає.
only-in-groups = Це команда для групи: додайте туди бота й напишіть її там.
admins-only = Це можуть лише адміни групи.
draining = Бот скоро оновиться й нових столів не відкриває. Спробуйте трохи згодом.
start-first = Спершу відкрийте приватний чат із ботом і натисніть «Старт», інакше бот не зможе вам написати.

lobby-opener = Стіл відкриває { $name }.
