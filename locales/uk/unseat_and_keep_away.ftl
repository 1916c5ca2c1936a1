# /unseat, /keepaway і /letback.

reply-needed = Дайте цю команду у відповідь на повідомлення потрібної людини.
no-such-player = { $name }: за столом такого гравця немає.
taken-off = { $name } більше не за столом.
kept-away = { $name }: за столи цієї групи більше не пускаємо. Повернути: /letback
let-back = { $name }: знову можна за стіл.
