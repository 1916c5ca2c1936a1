# Кнопки ходов, вопросы ночи и то, как показан сделанный выбор.

## Кнопки

verb-seen = Карта получена
verb-appoint = Назначить порядок
verb-nominate = Выставить
verb-withdraw = Отозвать
verb-pass = Пас
verb-ready = Готово
verb-extend = Ещё минуту
verb-vote = Голосовать
verb-vote-yes = Да
verb-vote-no = Нет
verb-best-move = Лучший ход
verb-time-out = Тайм-аут
verb-surrender = Сдаться
verb-shoot = Стрелять
verb-hold = Не стрелять
verb-check = Проверить
verb-heal = Лечить
verb-visit = Навестить
verb-guard = Охранять
verb-charm = Очаровать
verb-block = Обокрасть
verb-frame = Оговорить
verb-silence = Лишить голоса
verb-copy = Забрать голос
verb-suspect = Подозревать
verb-sleep = Никого

## Вопросы ночи

ability-suspect = Кого вы подозреваете?
ability-shot = В кого стреляем?
ability-find-sheriff = Кто, по-вашему, шериф?
ability-find-commissar = Кто, по-вашему, комиссар?
ability-find-black = Кого проверяем?
ability-maniac-shot = Кого убиваете?
ability-heal = Кого лечите?
ability-visit = Кого навещаете?
ability-charm = Кого очаровываете?
ability-steal = У кого крадёте способность?
ability-frame = Кого оговариваете?
ability-care = Кого спасаете?
ability-guard = Кого охраняете?
ability-consult = Чью роль узнаёте?
ability-mafia-shot = В кого стреляет мафия?
ability-extra-shot = Мафия стреляет ещё раз. В кого?
ability-yakuza-shot = В кого стреляет якудза?
ability-detective = Стреляете или узнаёте роль? Выберите ход и игрока.
ability-detective-in-peace = Чью роль узнать этой ночью?
ability-priest = Стреляете или узнаёте роль? Кого проверите, тот узнает, кто вы.
ability-priest-in-peace = Чью роль узнать этой ночью? Этот игрок узнает, кто вы.
ability-judge = Чью роль узнаёте?
ability-warden = Кого проверяете? Мафию и якудзу ждёт тюрьма.
ability-sheriff = В кого стреляете?
ability-lone-shot = Кого убиваете?
ability-cleaver = Кого убиваете? Простого мирного жителя нож не возьмёт.
ability-admire = Кто, по-вашему, лидер мирных?
ability-hush = Кого лишаете голоса на день?
ability-trick = Чей голос днём повторит ваш?

## Сделанный выбор

done-seen = Карта получена
done-appoint = Порядок отстрела: { $seats }
done-shoot = Выстрел: { $seat }
done-hold = Без выстрела
done-check = Проверка: { $seat }
done-heal = Под защитой: { $seat }
done-visit = Визит: { $seat }
done-guard = Под охраной: { $seat }
done-charm = Под чарами: { $seat }
done-block = Без способности: { $seat }
done-frame = Оговор: { $seat }
done-silence = Без голоса: { $seat }
done-copy = Повторит ваш голос: { $seat }
done-suspect = Подозрение: { $seat }
done-sleep = Никого
