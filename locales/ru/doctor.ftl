## Проверка перед игрой: что не так, помещается и в окно кнопки, поэтому коротко.

doctor-title = <b>Всё ли готово к игре</b>
doctor-fine = ✅ { $what }
doctor-bad = ⚠️ { $what }
doctor-all-fine = Всё готово к игре.
doctor-restrict-members = Ночью и в чужую минуту будет тихо
doctor-restrict-members-bad = Для тишины нужно право блокировать пользователей
doctor-delete-messages = Бот уберёт реплики не вовремя
doctor-delete-messages-bad = Нужно право удалять сообщения
doctor-pin-messages = Стол будет закреплён
doctor-pin-messages-bad = Нужно право закреплять сообщения
doctor-supergroup = Группа подходит для тишины
doctor-supergroup-bad = Для тишины откройте новым участникам историю чата
doctor-players = Игроков достаточно
doctor-players-bad = Нужно от { $least } до { $most } игроков
doctor-reach = { $name } на связи
doctor-reach-bad = { $name }: нужен «Старт» в личном чате с ботом
