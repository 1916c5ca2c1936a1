# Що група обирає сама, крім правил: назва, рядок про те, що це змінює, запитання й відповіді.

choice-language = Мова групи
choice-language-about = Якою мовою бот говорить у групі. У приватному чаті мова в кожного своя: /lang
choice-voice = Говоримо голосом
choice-voice-about = Стіл говорить у голосовому чаті: бот веде час і голосування й нікому не забороняє писати.
choice-afterlife = Чат вибулих
choice-afterlife-about = Вибулі бачать усі карти й листуються через бота.
choice-several-tables = Кілька столів
choice-several-tables-about = Чи можна грати тут, якщо ви вже за столом в іншій групі.
choice-may-open = Відкрити стіл
choice-may-open-about = Хто може відкрити стіл: /newgame
choice-may-start = Почати гру
choice-may-start-about = Хто може роздати карти, подовжити набір і закрити відкритий стіл.
choice-may-stop = Зупинити гру
choice-may-stop-about = Хто може зупинити гру без результату: /stop
choice-time-zone = Часовий пояс
choice-time-zone-about = За яким часом рахувати тихі години.
choice-time-zone-usual = за мовою групи ({ $zone })
choice-quiet = Тихі години
choice-quiet-about = У цей час жоден етап повільної гри не закінчується. Ігри з етапами, коротшими за пів години, тривають як завжди.
choice-quiet-never = немає
choice-quiet-hours = з { $first }:00 до { $last }:00
ask-time-zone = Який часовий пояс? Дайте відповідь на це повідомлення, наприклад: Europe/Kyiv або просто Kyiv.
ask-quiet = З якої години до якої? Дайте відповідь на це повідомлення, наприклад: 23-9.
typed-time-zone = Бот не знає такого часового поясу. Наприклад: Europe/Kyiv.
typed-quiet = Не схоже на години. Наприклад: 23-9.
