# То, что бот говорит одному игроку наедине. Ответ на проверку всегда повторяет номер.

## Команда

told-mates = Ночью с вами: { $seats }.
told-mates-alone = Ночью с вами никого: вы в команде одни.
told-don = Дон — { $seat }.
told-don-self = Дон — это вы.
told-appointed = Порядок отстрела: { $seats }.
told-choice = { $seat } выбирает: { $target }.
told-choice-none = { $seat } не стреляет.

## Проверки

told-check-red = 👍 { $seat } — красный игрок.
told-check-black = 👎 { $seat } — чёрный игрок.
told-check-town = 👍 { $seat } — на стороне мирных.
told-check-mafia = 👎 { $seat } — на стороне мафии.
told-check-yakuza = 👎 { $seat } — на стороне якудзы.
told-check-loner = 👎 { $seat } — одиночка.
told-check-sheriff = 👍 { $seat } — шериф.
told-check-not-sheriff = 👎 { $seat } — не шериф.
told-check-commissar = 👍 { $seat } — комиссар.
told-check-not-commissar = 👎 { $seat } — не комиссар.
told-check-leader = 👍 { $seat } — лидер.
told-check-not-leader = 👎 { $seat } — не лидер.
told-check-role = 🔎 { $seat } — { $role }.
told-check-failed = Проверка не удалась: { $seat }.

## Что случилось с вами

told-priest = К вам приходит священник: это { $seat }.
told-jailed = Вы в тюрьме: говорить можно, голосовать и действовать нельзя. Свобода вернётся, если надзирателя не станет.
told-silenced = Сегодня вы без права голоса: говорить и выставлять можно.
told-vote = 🎭 Сегодня ваш голос повторяет чужой. При подсчёте он против: { $seat }.
told-vote-none = 🎭 Сегодня ваш голос повторяет чужой. При подсчёте он не засчитан.
told-vote-yes = 🎭 Сегодня ваш голос повторяет чужой. При подсчёте он за то, чтобы осудить: { $seat }.
told-vote-no = 🎭 Сегодня ваш голос повторяет чужой. При подсчёте он за то, чтобы не осуждать: { $seat }.
told-warned = Сейчас не ваше время говорить. Дождитесь своей минуты, чтобы обошлось без наказания.
