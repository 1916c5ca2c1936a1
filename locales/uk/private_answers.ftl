# Те, що бот каже одному гравцеві наодинці. Відповідь на перевірку завжди повторює номер.

## Команда

told-mates = Уночі з вами: { $seats }.
told-mates-alone = Уночі з вами нікого: ви в команді самі.
told-don = Дон — { $seat }.
told-don-self = Дон — це ви.
told-appointed = Порядок відстрілу: { $seats }.
told-choice = { $seat } обирає: { $target }.
told-choice-none = { $seat } не стріляє.

## Перевірки

told-check-red = 👍 { $seat } — червоний гравець.
told-check-black = 👎 { $seat } — чорний гравець.
told-check-town = 👍 { $seat } — на боці мирних.
told-check-mafia = 👎 { $seat } — на боці мафії.
told-check-yakuza = 👎 { $seat } — на боці якудзи.
told-check-loner = 👎 { $seat } — одинак.
told-check-sheriff = 👍 { $seat } — шериф.
told-check-not-sheriff = 👎 { $seat } — не шериф.
told-check-commissar = 👍 { $seat } — комісар.
told-check-not-commissar = 👎 { $seat } — не комісар.
told-check-leader = 👍 { $seat } — лідер.
told-check-not-leader = 👎 { $seat } — не лідер.
told-check-role = 🔎 { $seat } — { $role }.
told-check-failed = Перевірка не вдалася: { $seat }.

## Що сталося з вами

told-priest = До вас приходить священник: це { $seat }.
told-jailed = Ви у в’язниці: говорити можна, голосувати й діяти — ні. Воля повернеться, якщо наглядача не стане.
told-silenced = Сьогодні ви без права голосу: говорити й виставляти можна.
told-vote = 🎭 Сьогодні ваш голос повторює чужий. Під час підрахунку він проти: { $seat }.
told-vote-none = 🎭 Сьогодні ваш голос повторює чужий. Під час підрахунку його не зараховано.
told-vote-yes = 🎭 Сьогодні ваш голос повторює чужий. Під час підрахунку він за те, щоб засудити: { $seat }.
told-vote-no = 🎭 Сьогодні ваш голос повторює чужий. Під час підрахунку він за те, щоб не засуджувати: { $seat }.
told-warned = Зараз не ваш час говорити. Дочекайтеся своєї хвилини, щоб обійшлося без покарання.
