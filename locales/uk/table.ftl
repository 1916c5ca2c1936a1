# Повідомлення столу та повідомлення про перебіг гри.

table-title = 🎩 <b>{ $ruleset }</b> · партія <code>{ $game }</code>
table-stopped = Гру зупинено без результату.
table-paused = ⏸ Пауза.
table-candidates = Виставлено: { $seats }
table-before-day = Перед першим днем
table-day = День { $day }
table-night = Ніч { $night }
table-place = <b>{ $place }</b>
table-phase = <b>{ $place }</b> · { $step }
table-seat = ▫️ { $name }
table-seat-speaks = 🎙 <b>{ $name }</b>
table-seat-gone-day = ✖️ <s>{ $name }</s> (день { $day }, { $way })
table-seat-gone-night = ✖️ <s>{ $name }</s> (ніч { $day }, { $way })
table-fouls = { $count ->
        [one] { $count } фол
        [few] { $count } фоли
       *[many] { $count } фолів
    }
table-fouls-city = { $count ->
        [one] { $count } зауваження
        [few] { $count } зауваження
       *[many] { $count } зауважень
    }
table-prisoner = у в’язниці
table-no-vote = без права голосу
table-alibi = алібі

## Етап, який триває

stage-until = ⏳ Кінець { $when }
stage-vote-soon = ⏳ Голосування через { $seconds } с
stage-ten-seconds = ⏳ <b>Лишається 10 секунд</b>
stage-deal = 🃏 Карти роздано. Свою подивіться в приватному чаті з ботом.
stage-meet = 🌙 Місто засинає: ніч знайомства.
stage-speech = 🎙 { $name }, ваша хвилина.
stage-speech-silent = 🤐 { $name }, за фоли у вас хвилина без слів, можна лише виставити.
stage-speech-silent-city = 🤐 { $name }, за зауваження у вас хвилина без слів, можна лише виставити.
stage-tie-speech = ⚖️ { $name }, у вас { $seconds ->
        [one] { $seconds } секунда
        [few] { $seconds } секунди
       *[many] { $seconds } секунд
    }, щоб виправдатися.
stage-last-word = 🕯 { $name }, ваше останнє слово.
stage-nominated = ☝️ { $name } виставляє: { $target }. Прийнято.
stage-withdrawn = ↩️ { $name } відкликає: { $target }. Відкликано.
stage-ballot = 🗳 <b>Голосування.</b> Виставлено: { $seats }
stage-tie-ballot = 🗳 <b>Переголосування</b> між: { $seats }
stage-lift-ballot = 🗳 Знову порівну. Чи йдуть усі: { $seats }? Треба більше половини столу.
stage-lift-votes = За: { $yes } · Проти: { $no }
stage-candidate = ▫️ { $name } — { $count ->
        [0] немає голосів
        [one] { $count } голос ({ $seats })
        [few] { $count } голоси ({ $seats })
       *[many] { $count } голосів ({ $seats })
    }
stage-candidate-called = 👉 <b>{ $name }</b> — { $count ->
        [0] хто проти?
        [one] { $count } голос ({ $seats })
        [few] { $count } голоси ({ $seats })
       *[many] { $count } голосів ({ $seats })
    }
stage-hands = { $count ->
        [0] Голосів поки немає
        [one] Подано { $count } голос ({ $seats })
        [few] Подано { $count } голоси ({ $seats })
       *[many] Подано { $count } голосів ({ $seats })
    }
stage-received = { $count ->
        [one] Подано { $count } голос
        [few] Подано { $count } голоси
       *[many] Подано { $count } голосів
    }
stage-votes-open = 👁 Хто проти кого, видно одразу.
stage-votes-hidden = 🙈 Хто проти кого, буде видно після закриття.
stage-votes-anonymous = 🤫 Голосування анонімне: відомо буде лише, скільки голосів проти кого.
stage-votes-change = 🔄 Передумати можна до закриття: натисніть іншу кнопку.
stage-doom = 👉 Засудити: { $name }?
stage-confirmation = ⚖️ Найбільше голосів проти: { $name }. Підтверджуєте вихід?
stage-night = Місто засинає. Дайте боту відповідь у приватному чаті: запитання є в кожного.
stage-night-in-peace = Цієї ночі нікого не вбивають.
stage-night-goes-on = Ніч триває: у кожного нове запитання в приватному чаті.
stage-best-move = 🎯 { $name }, найкращий хід: назвіть у приватному чаті до трьох чорних.
stage-discussion = 💬 Місто радиться. Виставити можна кнопкою з номером.
stage-discussion-again = 💬 Ще одне коротке обговорення. Виставляти можна лише нових.
stage-ready = Готові голосувати: { $count } із { $all }
stage-more-time = Просять ще хвилину: { $count } із { $all }
stage-time-out = ⏱ Тайм-аут: { $name }. Гра чекає, говорити про неї не можна. Запитати можна про правила: кнопкою нижче або командою /rules.
stage-judge-votes = Замінити суддю? За: { $yes }, проти: { $no }

# Що буде, якщо промовчати: у повідомленні голосування, для всього столу.
if-silent-vote-to-the-last = Не проголосуєте — голос піде проти останньої кандидатури: { $name }.
if-silent-vote-lost = Не проголосуєте — ваш голос не рахується.
if-silent-verdict = Не проголосуєте — це не «так».
if-silent-lift = Не проголосуєте — це «ні».

## Етап, який закінчився

closed-speech = 🎙 { $name } · { $how ->
    [time] час вичерпано
    [judge] хвилину завершує суддя
    [time-out] перервано тайм-аутом
    [passed] промову закінчено
   *[other] промову перервано
}
closed-tie-speech = ⚖️ { $name } · { $how ->
    [time] час вичерпано
    [judge] промову завершує суддя
    [time-out] перервано тайм-аутом
    [passed] промову закінчено
   *[other] промову перервано
}
closed-last-word = 🕯 { $name } · { $how ->
    [time] останнє слово закінчено
    [judge] останнє слово закінчено
    [time-out] перервано тайм-аутом
    [passed] останнє слово сказано
   *[other] останнє слово перервано
}
closed-vote = 🗳 Голосування закінчено.
closed-ballot = 🗳 Голосування перервано.
closed-tie-ballot = 🗳 Переголосування перервано.
closed-lift-ballot = 🗳 Знову порівну. Чи йдуть усі: { $seats }?
closed-lift-votes = За: { $any_yes ->
        [0] ніхто
       *[other] { $yes }
    } · Проти: { $any_no ->
        [0] ніхто
       *[other] { $no }
    }
closed-confirmation = ⚖️ Підтвердження перервано.
closed-best-move = 🎯 { $name } · без найкращого ходу
closed-discussion = 💬 Обговорення закінчено.
closed-undone = ↩️ Етап скасовано: суддя бере рішення назад.
closed-stopped = ⏹ Гру зупинено без результату.
stand-in-words = { ": " }{ $text }
stand-in-silent = { " · " }без слів
stand-in-speech = 🎙 <b>{ $name }</b>{ $words }
stand-in-tie-speech = ⚖️ <b>{ $name }</b>{ $words }
stand-in-last-word = 🕯 <b>{ $name }</b>{ $words }

button-yes = Так
button-no = Ні
confirm-yes = 👍 Іде
confirm-no = 👎 Лишається
button-seat = ✊ { $seat } { $name }
button-nominate-seat = ☝️ { $seat } { $name }
button-nominated-seat = ✅ { $seat } { $name }
button-gone-seat = ✖️ { $seat } { $name }
button-vote-one = ✊ Проти № { $seat } { $name }

## Новини

news-day = ☀️ <b>День { $day }.</b> Місто прокидається.
news-morning = ☀️ <b>Ранок.</b>
news-night = 🌙 <b>Настає ніч { $night }.</b>
news-victims = { $count ->
        [one] 💀 Цієї ночі вбито гравця { $seats }.
       *[other] 💀 Цієї ночі вбито: { $seats }.
    }
news-miss = 🌅 Цієї ночі нікого не вбито.
news-miss-city = 🌅 <b>Ранок добрий!</b> Цієї ночі нікого не вбито.
news-ballot-closed = 🗳 <b>Підсумок голосування</b>
news-tally = ▫️ { $seat } — { $count ->
        [0] немає голосів
        [one] { $count } голос
        [few] { $count } голоси
       *[many] { $count } голосів
    }{ $any ->
        [0] { "" }
       *[other] { " " }({ $voters })
    }
news-tie = ⚖️ Голосів порівну: { $seats }.
news-lift-yes = 🚪 Голосів «за»: { $yes }. Ідуть усі.
news-lift-no = 🪑 Голосів «за»: { $yes }. Усі лишаються за столом.
news-confirmation-confirmed = ⚖️ 👍 { $yes } · 👎 { $no }. Вихід підтверджено: { $seat }.
news-confirmation-refused = ⚖️ 👍 { $yes } · 👎 { $no }. { $seat } лишається за столом.
news-confirmation-tied = ⚖️ 👍 { $yes } · 👎 { $no }: порівну. { $seat } лишається за столом.
news-confirmation-nobody = ⚖️ Підтвердити нікому: голосів немає. { $seat } лишається за столом.
news-confirmation-gone = ⚖️ Підтверджувати більше нічого: { $seat } вже поза грою.
news-left-voted = 🚪 За рішенням міста гру покидає { $seats }.
news-left-lifted = 🚪 Гру покидають: { $seats }.
# Про жертв ночі вже сказано в news-victims.
news-left-shot = { "" }
news-left-removed = { $count ->
        [one] ⛔️ Вилучення: гру покидає { $seats }.
       *[other] ⛔️ Вилучення: гру покидають { $seats }.
    }
news-role = 🃏 { $seat } — { $role }.
news-ballot-cancelled = ⚠️ День { $day }: голосування не буде.
news-ballot-held-after-all = ⚠️ Голосування все-таки відбудеться.
news-struck = ⚠️ { $seat } більше не серед виставлених.
news-imprisoned = 🔒 У в’язниці: { $seats }. Говорити можна, голосувати й діяти — ні.
news-freed = 🔓 Знову на волі: { $seats }.
news-vote-taken = 🤐 Сьогодні без права голосу: { $seats }.
news-alibi = 💋 Алібі на сьогодні: { $seats }. Виставити не можна.
news-acquitted = 🕊 { $seat } лишається за столом: вирок скасовано.
news-best-move = 🎯 Найкращий хід, { $seat }: { $seats }.
news-best-move-none = 🎯 { $seat } обходиться без найкращого ходу.
news-time-out-over = ⏱ Кінець тайм-ауту, граємо далі.
news-judge-voted-out = 🗳 Стіл просить замінити суддю, голосів «за»: { $yes }.
news-surrender = 🏳 { $seat } здається.
news-claim = 🗣 { $seat } називає себе комісаром, права на найкращий хід більше немає.
news-foul = ❗️ Фол: { $seat }, усього { $count }.
news-foul-city = ❗️ Зауваження: { $seat }, усього { $count }.
news-disqualified = ⛔️ Дискваліфікація: { $seat }.
news-team-loss = ⛔️ ППК: { $seat }. Перемогу присуджено суперникам.
news-extended = ⏳ Обговорення подовжено на хвилину.
news-paused = ⏸ Пауза, годинник стоїть.
news-resumed = ▶️ Граємо далі.
news-only-stand-ins = 🤖 За столом лишаються тільки боти: дограють швидко.
news-repeated = 🔁 Етап граємо заново.
news-undone = ↩️ Останнє рішення судді скасовано.

nomination-supported = { $seats } — підтримано.
nomination-stands = { $seats } — не прийнято: кандидатура вже є. Можна назвати іншу.
nomination-second = { $seats } — не прийнято: ваша кандидатура на сьогодні вже є.
nomination-out = { $seats } — не прийнято: вже поза грою.
nomination-alibi = { $seats } — не прийнято: сьогодні є алібі.
nomination-voted-on = { $seats } — не прийнято: сьогодні за цю кандидатуру вже голосували.
nomination-almost = Не зараховано. Щоб виставити, напишіть, наприклад, «виставляю 5» або натисніть кнопку з номером.
pass-almost = Час ще триває. Закінчити раніше: кнопка «Пас» або слово «пас» окремим повідомленням.
nomination-not-now = { $seats } — не прийнято: виставляють лише у свою хвилину.
withdrawal-forbidden = Не відкликано: за цими правилами кандидатуру не знімають.
withdrawal-nothing = Відкликати нічого: вашої кандидатури сьогодні немає.
withdrawal-not-own = { $seats } — не відкликано: зняти можна лише свою кандидатуру.
withdrawal-not-now = Не відкликано: кандидатуру знімають лише у свою хвилину.
surrender-ask = 🏳 { $name }, здаєтеся? Самого слова замало: підтвердьте кнопкою.
button-surrender = 🏳 Так, здаюся
phrase-forwarded = Переслані слова не рахуються: скажіть своїми або натисніть кнопку.
phrase-edited = Виправлене повідомлення не рахується: напишіть заново або натисніть кнопку.
spoken = 🗣 <b>{ $name }</b>: { $text }

## Кінець

finale-winner = 🏁 <b>{ $winner }!</b>
finale-seat = { $name } — <b>{ $role }</b>, { $fate }{ $points }
finale-lived = до кінця
finale-left-day = день { $day }, { $way }
finale-left-night = ніч { $day }, { $way }
finale-points = { " " }· { $points } б.
finale-sense = 🔮 Найкраще чуття: { $seat }, слушних підозр { $share } %.
finale-secret = <blockquote expandable>Секрет роздачі: <code>{ $secret }</code>
    Як звірити: /verify</blockquote>

## Перебіг гри кнопками

button-pause = ⏸ Пауза
button-resume = ▶️ Продовжити
tap-twice-stop = Зупинити гру без результату? Натисніть ще раз.
