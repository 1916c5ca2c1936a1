# Сообщение стола и сообщения о ходе игры.

table-title = 🎩 <b>{ $ruleset }</b> · партия <code>{ $game }</code>
table-stopped = Игра остановлена без результата.
table-paused = ⏸ Пауза.
table-candidates = Выставлены: { $seats }
table-before-day = Перед первым днём
table-day = День { $day }
table-night = Ночь { $night }
table-place = <b>{ $place }</b>
table-phase = <b>{ $place }</b> · { $step }
table-seat = ▫️ { $name }
table-seat-speaks = 🎙 <b>{ $name }</b>
table-seat-gone-day = ✖️ <s>{ $name }</s> (день { $day }, { $way })
table-seat-gone-night = ✖️ <s>{ $name }</s> (ночь { $day }, { $way })
table-fouls = { $count ->
        [one] { $count } фол
        [few] { $count } фола
       *[many] { $count } фолов
    }
table-fouls-city = { $count ->
        [one] { $count } замечание
        [few] { $count } замечания
       *[many] { $count } замечаний
    }
table-prisoner = в тюрьме
table-no-vote = без права голоса
table-alibi = алиби

## Этап, который идёт

stage-until = ⏳ Конец { $when }
stage-vote-soon = ⏳ Голосование через { $seconds } с
stage-ten-seconds = ⏳ <b>Осталось 10 секунд</b>
stage-deal = 🃏 Карты розданы. Свою посмотрите в личном чате с ботом.
stage-meet = 🌙 Город засыпает: ночь знакомства.
stage-speech = 🎙 { $name }, ваша минута.
stage-speech-silent = 🤐 { $name }, за фолы у вас минута без слов, можно только выставить.
stage-speech-silent-city = 🤐 { $name }, за замечания у вас минута без слов, можно только выставить.
stage-tie-speech = ⚖️ { $name }, у вас { $seconds ->
        [one] { $seconds } секунда
        [few] { $seconds } секунды
       *[many] { $seconds } секунд
    }, чтобы оправдаться.
stage-last-word = 🕯 { $name }, ваше последнее слово.
stage-nominated = ☝️ { $name } выставляет: { $target }. Принято.
stage-withdrawn = ↩️ { $name } отзывает: { $target }. Отозвано.
stage-ballot = 🗳 <b>Голосование.</b> Выставлены: { $seats }
stage-tie-ballot = 🗳 <b>Переголосование</b> между: { $seats }
stage-lift-ballot = 🗳 Снова поровну. Уходят ли все: { $seats }? Нужно больше половины стола.
stage-lift-votes = За: { $yes } · Против: { $no }
stage-candidate = ▫️ { $name } — { $count ->
        [0] нет голосов
        [one] { $count } голос ({ $seats })
        [few] { $count } голоса ({ $seats })
       *[many] { $count } голосов ({ $seats })
    }
stage-candidate-called = 👉 <b>{ $name }</b> — { $count ->
        [0] кто против?
        [one] { $count } голос ({ $seats })
        [few] { $count } голоса ({ $seats })
       *[many] { $count } голосов ({ $seats })
    }
stage-hands = { $count ->
        [0] Голосов пока нет
        [one] Подан { $count } голос ({ $seats })
        [few] Подано { $count } голоса ({ $seats })
       *[many] Подано { $count } голосов ({ $seats })
    }
stage-received = { $count ->
        [one] Подан { $count } голос
        [few] Подано { $count } голоса
       *[many] Подано { $count } голосов
    }
stage-votes-open = 👁 Кто против кого, видно сразу.
stage-votes-hidden = 🙈 Кто против кого, будет видно после закрытия.
stage-votes-anonymous = 🤫 Голосование анонимное: известно будет только, сколько голосов против кого.
stage-votes-change = 🔄 Передумать можно до закрытия: нажмите другую кнопку.
stage-doom = 👉 Осудить: { $name }?
stage-confirmation = ⚖️ Больше всего голосов против: { $name }. Подтверждаете уход?
stage-night = Город засыпает. Ответьте боту в личном чате: вопрос есть у каждого.
stage-night-in-peace = Этой ночью никого не убивают.
stage-night-goes-on = Ночь продолжается: у каждого новый вопрос в личном чате.
stage-best-move = 🎯 { $name }, лучший ход: назовите в личном чате до трёх чёрных.
stage-discussion = 💬 Город обсуждает. Выставить можно кнопкой с номером.
stage-discussion-again = 💬 Ещё одно короткое обсуждение. Выставлять можно только новых.
stage-ready = Готовы голосовать: { $count } из { $all }
stage-more-time = Просят ещё минуту: { $count } из { $all }
stage-time-out = ⏱ Тайм-аут: { $name }. Игра ждёт, говорить о ней нельзя. Спросить можно о правилах: кнопкой ниже или командой /rules.
stage-judge-votes = Сменить судью? За: { $yes }, против: { $no }

# Что будет, если промолчать: в сообщении голосования, для всего стола.
if-silent-vote-to-the-last = Не проголосуете — голос пойдёт против последней кандидатуры: { $name }.
if-silent-vote-lost = Не проголосуете — ваш голос не считается.
if-silent-verdict = Не проголосуете — это не «да».
if-silent-lift = Не проголосуете — это «нет».

## Этап, который окончен

closed-speech = 🎙 { $name } · { $how ->
    [time] время вышло
    [judge] минуту завершает судья
    [time-out] прервано тайм-аутом
    [passed] речь окончена
   *[other] речь прервана
}
closed-tie-speech = ⚖️ { $name } · { $how ->
    [time] время вышло
    [judge] речь завершает судья
    [time-out] прервано тайм-аутом
    [passed] речь окончена
   *[other] речь прервана
}
closed-last-word = 🕯 { $name } · { $how ->
    [time] последнее слово окончено
    [judge] последнее слово окончено
    [time-out] прервано тайм-аутом
    [passed] последнее слово сказано
   *[other] последнее слово прервано
}
closed-vote = 🗳 Голосование окончено.
closed-ballot = 🗳 Голосование прервано.
closed-tie-ballot = 🗳 Переголосование прервано.
closed-lift-ballot = 🗳 Снова поровну. Уходят ли все: { $seats }?
closed-lift-votes = За: { $any_yes ->
        [0] никто
       *[other] { $yes }
    } · Против: { $any_no ->
        [0] никто
       *[other] { $no }
    }
closed-confirmation = ⚖️ Подтверждение прервано.
closed-best-move = 🎯 { $name } · без лучшего хода
closed-discussion = 💬 Обсуждение окончено.
closed-undone = ↩️ Этап отменён: судья берёт решение назад.
closed-stopped = ⏹ Игра остановлена без результата.
stand-in-words = { ": " }{ $text }
stand-in-silent = { " · " }без слов
stand-in-speech = 🎙 <b>{ $name }</b>{ $words }
stand-in-tie-speech = ⚖️ <b>{ $name }</b>{ $words }
stand-in-last-word = 🕯 <b>{ $name }</b>{ $words }

button-yes = Да
button-no = Нет
confirm-yes = 👍 Уходит
confirm-no = 👎 Остаётся
button-seat = ✊ { $seat } { $name }
button-nominate-seat = ☝️ { $seat } { $name }
button-nominated-seat = ✅ { $seat } { $name }
button-gone-seat = ✖️ { $seat } { $name }
button-vote-one = ✊ Против № { $seat } { $name }

## Новости

news-day = ☀️ <b>День { $day }.</b> Город просыпается.
news-morning = ☀️ <b>Утро.</b>
news-night = 🌙 <b>Наступает ночь { $night }.</b>
news-victims = { $count ->
        [one] 💀 Этой ночью убит игрок { $seats }.
       *[other] 💀 Этой ночью убиты: { $seats }.
    }
news-miss = 🌅 Этой ночью никто не убит.
news-miss-city = 🌅 <b>Утро доброе!</b> Этой ночью никто не убит.
news-ballot-closed = 🗳 <b>Итог голосования</b>
news-tally = ▫️ { $seat } — { $count ->
        [0] нет голосов
        [one] { $count } голос
        [few] { $count } голоса
       *[many] { $count } голосов
    }{ $any ->
        [0] { "" }
       *[other] { " " }({ $voters })
    }
news-tie = ⚖️ Голоса поровну: { $seats }.
news-lift-yes = 🚪 Голосов «за»: { $yes }. Уходят все.
news-lift-no = 🪑 Голосов «за»: { $yes }. Все остаются за столом.
news-confirmation-confirmed = ⚖️ 👍 { $yes } · 👎 { $no }. Уход подтверждён: { $seat }.
news-confirmation-refused = ⚖️ 👍 { $yes } · 👎 { $no }. { $seat } остаётся за столом.
news-confirmation-tied = ⚖️ 👍 { $yes } · 👎 { $no }: поровну. { $seat } остаётся за столом.
news-confirmation-nobody = ⚖️ Подтвердить некому: голосов нет. { $seat } остаётся за столом.
news-confirmation-gone = ⚖️ Подтверждать больше нечего: { $seat } уже вне игры.
news-left-voted = 🚪 По решению города игру покидает { $seats }.
news-left-lifted = 🚪 Игру покидают: { $seats }.
# О жертвах ночи уже сказано в news-victims.
news-left-shot = { "" }
news-left-removed = { $count ->
        [one] ⛔️ Удаление: игру покидает { $seats }.
       *[other] ⛔️ Удаление: игру покидают { $seats }.
    }
news-role = 🃏 { $seat } — { $role }.
news-ballot-cancelled = ⚠️ День { $day }: голосования не будет.
news-ballot-held-after-all = ⚠️ Голосование всё-таки состоится.
news-struck = ⚠️ { $seat } больше не среди выставленных.
news-imprisoned = 🔒 В тюрьме: { $seats }. Говорить можно, голосовать и действовать нельзя.
news-freed = 🔓 Снова на свободе: { $seats }.
news-vote-taken = 🤐 Сегодня без права голоса: { $seats }.
news-alibi = 💋 Алиби на сегодня: { $seats }. Выставить нельзя.
news-acquitted = 🕊 { $seat } остаётся за столом: приговор отменён.
news-best-move = 🎯 Лучший ход, { $seat }: { $seats }.
news-best-move-none = 🎯 { $seat } обходится без лучшего хода.
news-time-out-over = ⏱ Тайм-аут окончен, играем дальше.
news-judge-voted-out = 🗳 Стол просит сменить судью, голосов «за»: { $yes }.
news-surrender = 🏳 { $seat } сдаётся.
news-claim = 🗣 { $seat } называет себя комиссаром, права на лучший ход больше нет.
news-foul = ❗️ Фол: { $seat }, всего { $count }.
news-foul-city = ❗️ Замечание: { $seat }, всего { $count }.
news-disqualified = ⛔️ Дисквалификация: { $seat }.
news-team-loss = ⛔️ ППК: { $seat }. Победа присуждена соперникам.
news-extended = ⏳ Обсуждение продлено на минуту.
news-paused = ⏸ Пауза, часы стоят.
news-resumed = ▶️ Играем дальше.
news-only-stand-ins = 🤖 За столом остаются только боты: доиграют быстро.
news-repeated = 🔁 Этап играем заново.
news-undone = ↩️ Последнее решение судьи отменено.

nomination-supported = { $seats } — поддержано.
nomination-stands = { $seats } — не принято: кандидатура уже есть. Можно назвать другую.
nomination-second = { $seats } — не принято: ваша кандидатура на сегодня уже есть.
nomination-out = { $seats } — не принято: уже вне игры.
nomination-alibi = { $seats } — не принято: сегодня есть алиби.
nomination-voted-on = { $seats } — не принято: сегодня по этой кандидатуре уже голосовали.
nomination-almost = Не засчитано. Чтобы выставить, напишите, например, «выставляю 5» или нажмите кнопку с номером.
pass-almost = Время ещё идёт. Закончить раньше: кнопка «Пас» или слово «пас» отдельным сообщением.
nomination-not-now = { $seats } — не принято: выставляют только в свою минуту.
withdrawal-forbidden = Не отозвано: по этим правилам кандидатуру не снимают.
withdrawal-nothing = Отзывать нечего: вашей кандидатуры сегодня нет.
withdrawal-not-own = { $seats } — не отозвано: снять можно только свою кандидатуру.
withdrawal-not-now = Не отозвано: кандидатуру снимают только в свою минуту.
surrender-ask = 🏳 { $name }, сдаётесь? Одного слова мало: подтвердите кнопкой.
button-surrender = 🏳 Да, сдаюсь
phrase-forwarded = Пересланные слова не считаются: скажите своими или нажмите кнопку.
phrase-edited = Исправленное сообщение не считается: напишите заново или нажмите кнопку.
spoken = 🗣 <b>{ $name }</b>: { $text }

## Конец

finale-winner = 🏁 <b>{ $winner }!</b>
finale-seat = { $name } — <b>{ $role }</b>, { $fate }{ $points }
finale-lived = до конца
finale-left-day = день { $day }, { $way }
finale-left-night = ночь { $day }, { $way }
finale-points = { " " }· { $points } б.
finale-sense = 🔮 Лучшее чутьё: { $seat }, верных подозрений { $share } %.
finale-secret = <blockquote expandable>Секрет раздачи: <code>{ $secret }</code>
    Как сверить: /verify</blockquote>

## Ход игры кнопками

button-pause = ⏸ Пауза
button-resume = ▶️ Продолжить
tap-twice-stop = Остановить игру без результата? Нажмите ещё раз.
