# /unseat, /keepaway и /letback.

reply-needed = Ответьте этой командой на сообщение нужного человека.
no-such-player = { $name }: за столом такого игрока нет.
taken-off = { $name } больше не за столом.
kept-away = { $name }: за столы этой группы больше не пускаем. Вернуть: /letback
let-back = { $name }: снова можно за стол.
