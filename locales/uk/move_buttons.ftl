# Кнопки ходів, питання ночі та те, як показано зроблений вибір.

## Кнопки

verb-seen = Карту отримано
verb-appoint = Призначити порядок
verb-nominate = Виставити
verb-withdraw = Відкликати
verb-pass = Пас
verb-ready = Готово
verb-extend = Ще хвилину
verb-vote = Голосувати
verb-vote-yes = Так
verb-vote-no = Ні
verb-best-move = Найкращий хід
verb-time-out = Тайм-аут
verb-surrender = Здатися
verb-shoot = Стріляти
verb-hold = Не стріляти
verb-check = Перевірити
verb-heal = Лікувати
verb-visit = Відвідати
verb-guard = Охороняти
verb-charm = Зачарувати
verb-block = Обікрасти
verb-frame = Обмовити
verb-silence = Позбавити голосу
verb-copy = Забрати голос
verb-suspect = Підозрювати
verb-sleep = Нікого

## Питання ночі

ability-suspect = Кого ви підозрюєте?
ability-shot = У кого стріляємо?
ability-find-sheriff = Хто, на вашу думку, шериф?
ability-find-commissar = Хто, на вашу думку, комісар?
ability-find-black = Кого перевіряємо?
ability-maniac-shot = Кого вбиваєте?
ability-heal = Кого лікуєте?
ability-visit = Кого відвідуєте?
ability-charm = Кого зачаровуєте?
ability-steal = У кого крадете здібність?
ability-frame = Кого обмовляєте?
ability-care = Кого рятуєте?
ability-guard = Кого охороняєте?
ability-consult = Чию роль дізнаєтеся?
ability-mafia-shot = У кого стріляє мафія?
ability-extra-shot = Мафія стріляє ще раз. У кого?
ability-yakuza-shot = У кого стріляє якудза?
ability-detective = Стріляєте чи дізнаєтеся роль? Оберіть хід і гравця.
ability-detective-in-peace = Чию роль дізнатися цієї ночі?
ability-priest = Стріляєте чи дізнаєтеся роль? Кого перевірите, той дізнається, хто ви.
ability-priest-in-peace = Чию роль дізнатися цієї ночі? Цей гравець дізнається, хто ви.
ability-judge = Чию роль дізнаєтеся?
ability-warden = Кого перевіряєте? Мафію та якудзу чекає в’язниця.
ability-sheriff = У кого стріляєте?
ability-lone-shot = Кого вбиваєте?
ability-cleaver = Кого вбиваєте? Пересічного громадянина ніж не візьме.
ability-admire = Хто, на вашу думку, лідер мирних?
ability-hush = Кого позбавляєте голосу на день?
ability-trick = Чий голос удень повторить ваш?

## Зроблений вибір

done-seen = Карту отримано
done-appoint = Порядок відстрілу: { $seats }
done-shoot = Постріл: { $seat }
done-hold = Без пострілу
done-check = Перевірка: { $seat }
done-heal = Під захистом: { $seat }
done-visit = Візит: { $seat }
done-guard = Під охороною: { $seat }
done-charm = Під чарами: { $seat }
done-block = Без здібності: { $seat }
done-frame = Обмова: { $seat }
done-silence = Без голосу: { $seat }
done-copy = Повторить ваш голос: { $seat }
done-suspect = Підозра: { $seat }
done-sleep = Нікого
