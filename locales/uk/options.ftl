# Налаштування столу: назва, один рядок про те, що воно змінює, і значення.
# Значення стоїть після назви та двокрапки, тому з малої літери.

## Значення

option-on = так
option-off = ні
option-hours = { $n ->
    [one] { $n } година
    [few] { $n } години
    [many] { $n } годин
   *[other] { $n } години
}
option-minutes = { $n ->
    [one] { $n } хвилина
    [few] { $n } хвилини
    [many] { $n } хвилин
   *[other] { $n } хвилини
}
option-seconds = { $n ->
    [one] { $n } секунда
    [few] { $n } секунди
    [many] { $n } секунд
   *[other] { $n } секунди
}
option-count = { $n ->
    [0] немає
    [one] { $n } раз
    [few] { $n } рази
    [many] { $n } разів
   *[other] { $n } раза
}
option-points = { $n ->
    [one] { $n } бал
    [few] { $n } бали
    [many] { $n } балів
   *[other] { $n } бала
}

## Час

option-deal = Роздача карт
option-deal-about = Скільки чекати, поки всі подивляться свої карти.
option-meet = Ніч знайомства
option-meet-about = Скільки триває договірка: мафія впізнає своїх і домовляється.
option-speech = Хвилина гравця
option-speech-about = Скільки говорить кожен гравець, коли до нього доходить черга.
option-tie-speech = Промова в автокатастрофі
option-tie-speech-about = Скільки говорить кожен, у кого порівну голосів, перед переголосуванням.
option-last-word = Останнє слово
option-last-word-about = Скільки говорить гравець, який вибуває з гри.
option-ballot-window = Час на кандидатуру
option-ballot-window-about = Скільки часу на голосування припадає на кожну кандидатуру.
option-lift-window = Питання про вихід усіх
option-lift-window-about = Скільки часу на відповідь, чи йдуть усі, у кого знову порівну.
option-night = Ніч
option-night-about = Скільки часу на нічний вибір, у кожній частині ночі.
option-discussion = Обговорення
option-discussion-about = Скільки триває спільна розмова вдень.
option-second-discussion = Друге обговорення
option-second-discussion-about = Скільки говорять після виправдання, перед другим судом.
option-best-move = Час найкращого ходу
option-best-move-about = Скільки думає перша жертва, якщо найкращий хід роблять уночі.
option-silenced-window = Хвилина без слова
option-silenced-window-about = Скільки часу на виставлення має гравець, позбавлений слова.
option-time-out = Тривалість тайм-ауту
option-time-out-about = Скільки стоїть годинник, якщо гравець бере тайм-аут.
option-time-outs = Тайм-аути
option-time-outs-about = Скільки разів за гру кожен може зупинити годинник.

## Виставлення та голосування

option-ballot-style = Порядок голосування
option-ballot-style-about = Називати кандидатури по черзі чи показати всі кнопки одразу.
option-ballot-style-sequential = по черзі
option-ballot-style-simultaneous = усі одразу
option-withdraw = Відкликання кандидатури
option-withdraw-about = Чи можна зняти з голосування того, кого ви виставили.
option-nominations = Кілька кандидатур
option-nominations-about = Яку зараховують, якщо за хвилину гравець називає кількох.
option-nominations-first = перша
option-nominations-first-new = перша нова
option-nominations-last = остання
option-show-candidates = Список кандидатур
option-show-candidates-about = Чи видно до голосування, кого виставлено.
option-unvoted = Невіддані голоси
option-unvoted-about = Що відбувається з голосом того, хто не голосує.
option-unvoted-last-candidate = проти останньої кандидатури
option-unvoted-not-counted = не рахуються
option-ballot-secrecy = Таємниця голосування
option-ballot-secrecy-about = Хто дізнається, хто як голосує. Таємно голосують усі разом, а не по черзі.
option-ballot-secrecy-open = видно одразу
option-ballot-secrecy-hidden = видно після закриття
option-ballot-secrecy-anonymous = не видно ніколи
option-change-vote = Зміна голосу
option-change-vote-about = Чи можна передумати, доки голосування не закрито.
option-confirmation = Підтвердження
option-confirmation-about = Хто набирає найбільше голосів, іде, лише якщо стіл підтверджує: 👍 чи 👎. Порівну — лишається.
option-tie-at-three-or-four = Рівність утрьох і вчотирьох
option-tie-at-three-or-four-about = За столом троє чи четверо, і у двох або трьох удруге порівну.
option-tie-at-three-or-four-night = одразу ніч
option-tie-at-three-or-four-lift = чи йдуть усі
option-single-later = Одна кандидатура
option-single-later-about = Що робити, якщо з другого дня виставлено лише одного гравця.
option-single-later-leaves = вибуває без голосування
option-single-later-ballot = ставлять на голосування
option-first-day-ballot = Голосування першого дня
option-first-day-ballot-about = Якщо ні, першого дня лише говорять: нікого не виставляють, і ніхто не вибуває.
option-first-night-kill = Постріли в ніч 1
option-first-night-kill-about = Якщо ні, у ніч 1 нікого не вбивають: стріляти не можна, решта — як завжди.
option-doctor-self = Лікар лікує себе
option-doctor-self-about = Чи може лікар лікувати себе.
option-doctor-self-never = ніколи
option-doctor-self-once = раз за гру
option-doctor-self-any = скільки завгодно
option-doctor-twice = Той самий пацієнт поспіль
option-doctor-twice-about = Чи може лікар обрати того самого гравця дві ночі поспіль.
option-lynch = Суд Лінча
option-lynch-about = Як місто вирішує, кого засудити.
option-lynch-most = у кого найбільше голосів
option-lynch-one-by-one = по одному, «так» чи «ні»
option-tie = Порівну на суді
option-tie-about = Що робити, якщо голоси на суді діляться порівну.
option-tie-none = ніхто не вибуває
option-tie-revote = переголосування

## Ніч

option-early-night-end = Ніч без очікування
option-early-night-end-about = Ніч закінчується раніше строку, щойно всі відповіли.
option-night-talk = Зв’язок мафії вночі
option-night-talk-about = Як мафія домовляється після ночі знайомства.
option-night-talk-off = ніяк
option-night-talk-choices = бачить вибір своїх
option-night-talk-text = бачить вибір, пише своїм
option-lover-alibi = Алібі коханки
option-lover-alibi-about = Що дає її візит.
option-lover-alibi-immunity = удень не можна виставити
option-lover-alibi-block = нічний хід не діє
option-lover-alibi-both = і перше, і друге
option-void-check = Зірвана перевірка
option-void-check-about = Що дізнається той, хто перевіряє, якщо його хід зірвано.
option-void-check-failed = що перевірка не вдалася
option-void-check-silent = нічого

## Ролі, порушення, кінець гри

option-best-move-time = Найкращий хід
option-best-move-time-about = Коли перша жертва ночі називає трьох чорних.
option-best-move-time-night = уночі
option-best-move-time-last-word = в останньому слові
option-best-move-time-never = його немає
option-claim-forfeits-best-move = Розкриття без найкращого ходу
option-claim-forfeits-best-move-about = Хто називає себе комісаром, втрачає право на найкращий хід.
option-last-words = Слова вибулих
option-last-words-about = Якщо ні, усі йдуть мовчки, і вдень, і вранці; найкращого ходу в останньому слові тоді теж немає. Тривалість слова задає налаштування «Останнє слово».
option-last-word-when-decided = Слово після розв’язки
option-last-word-when-decided-about = Чи є останнє слово, якщо цей вихід вирішує гру.
option-reveal-roles = Розкривати ролі
option-reveal-roles-about = Чи дізнається стіл роль того, хто вибуває з гри.
option-draw = Нічия
option-draw-about = Коли гра без втрат закінчується внічию.
option-draw-cycles-3 = три ночі й три дні без вибулих
option-draw-nights-3 = три ночі, гравців стільки ж
option-draw-off = лише після 50-го дня
option-loner-must-die = Одинак заважає перемозі
option-loner-must-die-about = Поки одинак живий, ніхто інший не перемагає.
option-surrender = Право здатися
option-surrender-about = Мафія може здати гру за свою команду, решту за це вилучають.
option-offences = Невчасні репліки
option-offences-about = Що робить бот, якщо пишуть не у свою хвилину або вночі.
option-offences-off = нічого
option-offences-warn = попереджає
option-offences-foul = дає фол
option-offences-foul-city = робить зауваження
option-fouls-to-silence = Порушення до позбавлення слова
option-fouls-to-silence-about = Котре за рахунком порушення позбавляє слова у свою хвилину.
option-fouls-to-removal = Порушення до вилучення
option-fouls-to-removal-about = Котре за рахунком порушення вилучає з гри.
option-stand-ins = Гравці-боти
option-stand-ins-about = Коли за столом грає комп’ютер.
option-stand-ins-off = ніколи
option-stand-ins-on-absence = на заміну зниклим
option-stand-ins-fill = на заміну й на вільні місця
option-compensation-max = Межа компенсації
option-compensation-max-about = Найбільша компенсація (Ci) жертві першої ночі.
