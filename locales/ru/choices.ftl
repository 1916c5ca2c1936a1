# Что группа выбирает сама, кроме правил: название, строка о том, что это меняет, вопросы и ответы.

choice-language = Язык группы
choice-language-about = На каком языке бот говорит в группе. В личном чате язык у каждого свой: /lang
choice-voice = Говорим голосом
choice-voice-about = Стол говорит в голосовом чате: бот ведёт время и голосования и никому не запрещает писать.
choice-afterlife = Чат выбывших
choice-afterlife-about = Выбывшие видят все карты и переписываются через бота.
choice-several-tables = Несколько столов
choice-several-tables-about = Можно ли играть здесь, если вы уже за столом в другой группе.
choice-may-open = Открыть стол
choice-may-open-about = Кто может открыть стол: /newgame
choice-may-start = Начать игру
choice-may-start-about = Кто может раздать карты, продлить набор и закрыть открытый стол.
choice-may-stop = Остановить игру
choice-may-stop-about = Кто может остановить игру без результата: /stop
choice-time-zone = Часовой пояс
choice-time-zone-about = По какому времени считать тихие часы.
choice-time-zone-usual = по языку группы ({ $zone })
choice-quiet = Тихие часы
choice-quiet-about = В это время ни один этап медленной игры не заканчивается. Игры с этапами короче получаса идут как обычно.
choice-quiet-never = нет
choice-quiet-hours = с { $first }:00 до { $last }:00
ask-time-zone = Какой часовой пояс? Ответьте на это сообщение, например: Europe/Kyiv или просто Kyiv.
ask-quiet = С какого часа до какого? Ответьте на это сообщение, например: 23-9.
typed-time-zone = Бот не знает такого часового пояса. Например: Europe/Kyiv.
typed-quiet = Не похоже на часы. Например: 23-9.
