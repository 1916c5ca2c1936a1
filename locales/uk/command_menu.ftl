# Меню команд.

command-newgame = Відкрити стіл
command-join = Сісти за стіл
command-leave = Устати з-за столу
command-extend = Зачекати ще на гравців
command-cancel = Закрити стіл
command-rules = Правила
command-role = Моя карта
command-timeout = Узяти тайм-аут
command-surrender = Здатися
command-pause = Пауза
command-resume = Продовжити гру
command-stop = Зупинити гру
command-nextgame = Покликати на наступний стіл
command-doctor = Чи все готово
command-verify = Чи чесна роздача
command-lang = Мова
command-help = Допомога
command-start = Знайомство
command-privacy = Що бот зберігає
command-forget = Забути мене
command-unseat = Зняти гравця зі столу (відповіддю)
command-keepaway = Не пускати за столи (відповіддю)
command-letback = Знову пускати за столи (відповіддю)
