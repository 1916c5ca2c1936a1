# Меню команд.

command-newgame = Открыть стол
command-join = Сесть за стол
command-leave = Встать из-за стола
command-extend = Подождать игроков ещё
command-cancel = Закрыть стол
command-rules = Правила
command-role = Моя карта
command-timeout = Взять тайм-аут
command-surrender = Сдаться
command-pause = Пауза
command-resume = Продолжить игру
command-stop = Остановить игру
command-nextgame = Позвать на следующий стол
command-doctor = Всё ли готово
command-verify = Честная ли раздача
command-lang = Язык
command-help = Помощь
command-start = Знакомство
command-privacy = Что бот хранит
command-forget = Забыть меня
command-unseat = Снять игрока со стола (ответом)
command-keepaway = Не пускать за столы (ответом)
command-letback = Снова пускать за столы (ответом)
