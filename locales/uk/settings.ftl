# Налаштування групи: меню у приватному чаті адміна.

button-settings = Налаштування
button-back = ‹ Назад

settings-title = ⚙️ <b>Налаштування</b> · { $group }
settings-rules = Правила: <b>{ $ruleset }</b>
settings-official = Усе офіційне, нічого не змінено.
settings-house = ✏️ Є зміни: їх позначено олівцем.
settings-table-none = Зміни діють з наступної гри.
settings-table-waiting = Стіл ще чекає на гравців: зміни діють і за ним, одразу.
settings-table-full = За відкритим столом більше гравців, ніж дозволяють нові правила, тому там усе як раніше.
settings-table-playing = Зараз іде гра: вона закінчиться за попередніми налаштуваннями. Зміни діють з наступної.
settings-changed = ✏️ { $what }
settings-draft = 📝 { $what }
settings-chosen = ✅ { $what }
settings-value = { $name }: { $value }
settings-now = Зараз: <b>{ $value }</b>
settings-officially = Офіційно: { $value }
settings-by-clause = Офіційно: { $value } (п. { $clause })
settings-usually = Зазвичай: { $value }
settings-tap-one = Натисніть, щоб дізнатися більше або змінити.

settings-in-private = ⚙️ Налаштування відкрито у приватному чаті з ботом.
settings-from-group = Напишіть /settings у групі, налаштування якої хочете відкрити: у кожної групи вони свої.
settings-door = ⚙️ Налаштування відкриваються в приватному чаті з ботом. Кнопка лише для адмінів, спрацьовує один раз і діє недовго.
settings-door-shut = Це посилання вже не діє. Напишіть /settings у групі ще раз.
settings-admins-only = Налаштування відкриті лише адмінам цієї групи.
settings-left = Бота більше немає в цій групі. Нічого не змінено.
settings-outdated = Поки ви дивилися, налаштування змінилися. Ось як тепер; ваше натискання нічого не змінило.
settings-saved = Готово.
settings-saved-none = Готово. Діє з наступної гри.
settings-saved-waiting = Готово. За відкритим столом уже діє.
settings-saved-full = Готово, діє з наступної гри. За відкритим столом гравців більше, ніж дозволяють нові правила: там усе як раніше.
settings-saved-playing = Готово. Ця гра закінчиться за попередніми налаштуваннями, наступна піде за новими.

settings-no-value = Такого значення немає.
settings-no-option = У цих правилах такого налаштування немає.
settings-no-such-card = Таких карт у наборі й так немає.
settings-no-more-cards = Більше таких карт не можна.
settings-no-such-pair = Ці ролі разом не грають: у них одна назва.
settings-no-set = Набір на { $size } гравців так не зіграти. { $flaw }
settings-no-name = Назва порожня. Напишіть хоча б одне слово.
settings-long-name = Назва задовга: можна до { $most } знаків.
settings-same-name = Шаблон із такою назвою вже є.
settings-many-presets = Шаблонів уже { $most }, більше не можна. Видаліть зайвий.
settings-no-preset = Такого шаблону більше немає.

## Розділи

section-rules = 📜 Правила
section-cards = 🃏 Набори карт
section-talk = 🎙 Час дня
section-pauses = ⏳ Час ночі
section-vote = 🗳 Голосування
section-night = 🌙 Ніч
section-end = 🎭 Ролі й фінал
section-chat = 💬 Чат і боти
section-lobby = 🪑 Набір за стіл
section-who = 👥 Хто може
section-hours = 🕰 Години групи
section-presets = 💾 Шаблони

## Правила й скидання

settings-which-rules = За якими правилами граєте? Натисніть, щоб прочитати й обрати.
settings-rules-now = За цими правилами ви й граєте.
settings-cards-lost = ⚠️ Ваші набори карт ({ $sizes }) до цих правил не пасують і зникнуть. Збережіть їх спершу як шаблон.
button-play-by = Граємо за цими
button-reset = ↩️ Скинути
button-reset-sure = Так, усе офіційно
settings-reset = Повернути офіційні значення й офіційні карти? Шаблони, мова, години та права в групі залишаться.

## Значення

button-own-value = ✍️ Своє значення
button-official = ↩️ Офіційне
button-usual = ↩️ Як зазвичай
who-anyone = усі
who-leader = господар столу й адміни
who-admins = лише адміни

## Запитання

ask-here = Ваша відповідь
ask-length = Скільки? Дайте відповідь на це повідомлення: «90» — це секунди, можна й «5 хв» або «12 год». Від 1 секунди до 48 годин.
ask-save = Як назвати шаблон? Дайте відповідь на це повідомлення назвою до 32 знаків.
ask-import = Надішліть текст налаштувань відповіддю на це повідомлення. Він починається зі слова omerta.
ask-text = Потрібна відповідь текстом.
ask-again = { $why } Нічого не змінено.
    { $question }
typed-length = Не схоже на час від 1 секунди до 48 годин. Наприклад: 90, 5 хв, 12 год.

## Карти

cards-which = На скільки гравців показати карти? Олівець — ваш набір, аркуш — чернетка.
cards-line = { $size }: { $cards }
cards-title = { $count ->
    [one] Карти на { $count } гравця
    [few] Карти на { $count } гравців
    [many] Карти на { $count } гравців
   *[other] Карти на { $count } гравця
}
cards-official = Офіційний набір
cards-own = ✏️ Свій набір
cards-draft = 📝 Чернетка, карт: { $count } із { $size }. За нею почнуть грати, коли ви збережете.
cards-not-size = Карт { $count }, а гравців { $size }. Має бути порівну.
cards-none = Офіційного набору на стільки гравців немає.
cards-several = { $name } × { $count }
cards-button = { $count } { $icon } { $name }
cards-brought = { $icon } { $name } · { $game }
cards-named = <b>{ $name }</b>: { $cards }
cards-error = ⛔ { $why }
cards-advice = 💡 { $why }
cards-bring = Ролі з інших ігор. З ними правила стають домашніми.
family-sport = спорт
family-city = місто
family-box = настілка
button-copy = 📝 Копіювати
button-edit = 📝 Змінити
button-other-set = Інший набір
button-balance = ⚖️ Баланс
button-official-cards = ↩️ Офіційні карти
button-less = −
button-more = +
button-page = стор. { $number }
button-bring = ➕ Інші ролі
button-forget-draft = Викинути
button-keep-cards = Зберегти

## Баланс

balance-title = { $count ->
    [one] Баланс набору на { $count } гравця
    [few] Баланс набору на { $count } гравців
    [many] Баланс набору на { $count } гравців
   *[other] Баланс набору на { $count } гравця
}
balance-about = Боти грають цими картами за вашими налаштуваннями. Люди грають інакше, але перекіс видно.
balance-waiting = ⏳ Боти сідають за стіл…
balance-games = { $count ->
    [one] { $count } партія, днів у середньому { $days }
    [few] { $count } партії, днів у середньому { $days }
    [many] { $count } партій, днів у середньому { $days }
   *[other] { $count } партії, днів у середньому { $days }
}
balance-line = { $winner }: <b>{ $share } %</b> ± { $error }
balance-goes-on = ⏳ Грають далі…
balance-done = ✅ Готово.
balance-failed = Порахувати не вдалося. Спробуйте ще раз.
button-stop-balance = Досить

## Шаблони

presets-about = Шаблон — це правила, карти й налаштування під своєю назвою. Права, мова й години до нього не входять: вони в групи свої.
preset-title = 💾 <b>{ $name }</b>
preset-about = { $ruleset }. Змінених налаштувань: { $options }, своїх наборів: { $sets }.
preset-text = Ці налаштування текстом. Скопіюйте й надішліть в іншій групі: «Шаблони», «Вставити».
    <code>{ $text }</code>
button-save-preset = 💾 Зберегти як…
button-import = 📥 Вставити
button-export = 📤 Текстом
button-load = Граємо так
button-delete = Видалити
