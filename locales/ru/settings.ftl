# Настройки группы: меню в личном чате админа.

button-settings = Настройки
button-back = ‹ Назад

settings-title = ⚙️ <b>Настройки</b> · { $group }
settings-rules = Правила: <b>{ $ruleset }</b>
settings-official = Всё официальное, ничего не изменено.
settings-house = ✏️ Есть изменения: они отмечены карандашом.
settings-table-none = Изменения действуют со следующей игры.
settings-table-waiting = Стол ещё ждёт игроков: изменения действуют и за ним, сразу.
settings-table-full = За открытым столом больше игроков, чем позволяют новые правила, поэтому там всё по-прежнему.
settings-table-playing = Сейчас идёт игра: она закончится по прежним настройкам. Изменения действуют со следующей.
settings-changed = ✏️ { $what }
settings-draft = 📝 { $what }
settings-chosen = ✅ { $what }
settings-value = { $name }: { $value }
settings-now = Сейчас: <b>{ $value }</b>
settings-officially = Официально: { $value }
settings-by-clause = Официально: { $value } (п. { $clause })
settings-usually = Обычно: { $value }
settings-tap-one = Нажмите, чтобы узнать больше или изменить.

settings-in-private = ⚙️ Настройки открыты в личном чате с ботом.
settings-from-group = Напишите /settings в группе, настройки которой хотите открыть: у каждой группы они свои.
settings-door = ⚙️ Настройки открываются в личном чате с ботом. Кнопка только для админов, срабатывает один раз и действует недолго.
settings-door-shut = Эта ссылка уже не действует. Напишите /settings в группе ещё раз.
settings-admins-only = Настройки открыты только админам этой группы.
settings-left = Бота больше нет в этой группе. Ничего не изменено.
settings-outdated = Пока вы смотрели, настройки поменялись. Вот как теперь; ваше нажатие ничего не изменило.
settings-saved = Готово.
settings-saved-none = Готово. Действует со следующей игры.
settings-saved-waiting = Готово. За открытым столом уже действует.
settings-saved-full = Готово, действует со следующей игры. За открытым столом игроков больше, чем позволяют новые правила: там всё по-прежнему.
settings-saved-playing = Готово. Эта игра закончится по прежним настройкам, следующая пойдёт по новым.

settings-no-value = Такого значения нет.
settings-no-option = В этих правилах такой настройки нет.
settings-no-such-card = Таких карт в наборе и так нет.
settings-no-more-cards = Больше таких карт нельзя.
settings-no-such-pair = Эти роли вместе не играют: у них одно название.
settings-no-set = Набор на { $size } игроков так не сыграть. { $flaw }
settings-no-name = Название пустое. Напишите хотя бы одно слово.
settings-long-name = Название слишком длинное: можно до { $most } знаков.
settings-same-name = Шаблон с таким названием уже есть.
settings-many-presets = Шаблонов уже { $most }, больше нельзя. Удалите лишний.
settings-no-preset = Такого шаблона больше нет.

## Разделы

section-rules = 📜 Правила
section-cards = 🃏 Наборы карт
section-talk = 🎙 Время дня
section-pauses = ⏳ Время ночи
section-vote = 🗳 Голосование
section-night = 🌙 Ночь
section-end = 🎭 Роли и финал
section-chat = 💬 Чат и боты
section-lobby = 🪑 Набор за стол
section-who = 👥 Кто может
section-hours = 🕰 Часы группы
section-presets = 💾 Шаблоны

## Правила и сброс

settings-which-rules = По каким правилам играете? Нажмите, чтобы прочитать и выбрать.
settings-rules-now = По этим правилам вы и играете.
settings-cards-lost = ⚠️ Ваши наборы карт ({ $sizes }) к этим правилам не подходят и пропадут. Сохраните их сначала как шаблон.
button-play-by = Играем по этим
button-reset = ↩️ Сбросить
button-reset-sure = Да, всё официально
settings-reset = Вернуть официальные значения и официальные карты? Шаблоны, язык, часы и права в группе останутся.

## Значения

button-own-value = ✍️ Своё значение
button-official = ↩️ Официальное
button-usual = ↩️ Как обычно
who-anyone = все
who-leader = хозяин стола и админы
who-admins = только админы

## Вопросы

ask-here = Ваш ответ
ask-length = Сколько? Ответьте на это сообщение: «90» — это секунды, можно и «5 мин» или «12 ч». От 1 секунды до 48 часов.
ask-save = Как назвать шаблон? Ответьте на это сообщение названием до 32 знаков.
ask-import = Пришлите текст настроек ответом на это сообщение. Он начинается со слова omerta.
ask-text = Ответ нужен текстом.
ask-again = { $why } Ничего не изменено.
    { $question }
typed-length = Не похоже на время от 1 секунды до 48 часов. Например: 90, 5 мин, 12 ч.

## Карты

cards-which = На сколько игроков показать карты? Карандаш — ваш набор, листок — черновик.
cards-line = { $size }: { $cards }
cards-title = { $count ->
    [one] Карты на { $count } игрока
    [few] Карты на { $count } игроков
    [many] Карты на { $count } игроков
   *[other] Карты на { $count } игрока
}
cards-official = Официальный набор
cards-own = ✏️ Свой набор
cards-draft = 📝 Черновик, карт: { $count } из { $size }. Играть по нему начнут, когда вы сохраните.
cards-not-size = Карт { $count }, а игроков { $size }. Должно быть поровну.
cards-none = Официального набора на столько игроков нет.
cards-several = { $name } × { $count }
cards-button = { $count } { $icon } { $name }
cards-brought = { $icon } { $name } · { $game }
cards-named = <b>{ $name }</b>: { $cards }
cards-error = ⛔ { $why }
cards-advice = 💡 { $why }
cards-bring = Роли из других игр. С ними правила становятся домашними.
family-sport = спорт
family-city = город
family-box = настолка
button-copy = 📝 Копировать
button-edit = 📝 Изменить
button-other-set = Другой набор
button-balance = ⚖️ Баланс
button-official-cards = ↩️ Официальные карты
button-less = −
button-more = +
button-page = стр. { $number }
button-bring = ➕ Другие роли
button-forget-draft = Выбросить
button-keep-cards = Сохранить

## Баланс

balance-title = { $count ->
    [one] Баланс набора на { $count } игрока
    [few] Баланс набора на { $count } игроков
    [many] Баланс набора на { $count } игроков
   *[other] Баланс набора на { $count } игрока
}
balance-about = Боты играют этими картами по вашим настройкам. Люди играют иначе, но перекос видно.
balance-waiting = ⏳ Боты садятся за стол…
balance-games = { $count ->
    [one] { $count } партия, дней в среднем { $days }
    [few] { $count } партии, дней в среднем { $days }
    [many] { $count } партий, дней в среднем { $days }
   *[other] { $count } партии, дней в среднем { $days }
}
balance-line = { $winner }: <b>{ $share } %</b> ± { $error }
balance-goes-on = ⏳ Играют дальше…
balance-done = ✅ Готово.
balance-failed = Посчитать не получилось. Попробуйте ещё раз.
button-stop-balance = Хватит

## Шаблоны

presets-about = Шаблон — это правила, карты и настройки под своим названием. Права, язык и часы в него не входят: они у группы свои.
preset-title = 💾 <b>{ $name }</b>
preset-about = { $ruleset }. Изменённых настроек: { $options }, своих наборов: { $sets }.
preset-text = Эти настройки текстом. Скопируйте и пришлите в другой группе: «Шаблоны», «Вставить».
    <code>{ $text }</code>
button-save-preset = 💾 Сохранить как…
button-import = 📥 Вставить
button-export = 📤 Текстом
button-load = Играем так
button-delete = Удалить
