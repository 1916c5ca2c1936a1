## Перевірка перед грою: що не так, уміщається і у вікно кнопки, тому коротко.

doctor-title = <b>Чи все готово до гри</b>
doctor-fine = ✅ { $what }
doctor-bad = ⚠️ { $what }
doctor-all-fine = Усе готово до гри.
doctor-restrict-members = Уночі та в чужу хвилину буде тихо
doctor-restrict-members-bad = Для тиші потрібне право блокувати користувачів
doctor-delete-messages = Бот прибере невчасні репліки
doctor-delete-messages-bad = Потрібне право видаляти повідомлення
doctor-pin-messages = Стіл буде закріплено
doctor-pin-messages-bad = Потрібне право закріплювати повідомлення
doctor-supergroup = Група годиться для тиші
doctor-supergroup-bad = Для тиші відкрийте новим учасникам історію чату
doctor-players = Гравців достатньо
doctor-players-bad = Треба від { $least } до { $most } гравців
doctor-reach = { $name } на зв’язку
doctor-reach-bad = { $name }: потрібен «Старт» у приватному чаті з ботом
