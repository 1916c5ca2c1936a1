# Запитання в приватному чаті: карта, ніч, знайомство, найкращий хід.

card-title = 🃏 { $name }, ваша карта:
card-role = { $icon } <b>{ $role }</b>
card-learnt = <b>Що ви вже знаєте:</b>
prompt-night = 🌙 <b>Ніч { $night }</b>
prompt-night-goes-on = 🌙 <b>Ніч { $night }, продовження</b>
prompt-suspect-again = Хто під підозрою тепер? Можна назвати й того самого гравця.
prompt-over = Цей хід уже завершено.
prompt-unanswered = Без відповіді: час вичерпано.
prompt-sure-shoot = Постріл: { $seat }. Точно?
prompt-agreed = 🤝 Домовлено на цю ніч: { $seat }.
prompt-agreed-gone = 🤝 Домовлено на цю ніч: { $seat }, але цього гравця вже немає за столом.
prompt-in-prison = 🔒 Ви у в’язниці: вибір подіє, лише якщо цієї ночі до вашого ходу не стане наглядача.
prompt-talk = Пишіть сюди, прочитають свої: { $seats }.
prompt-talk-none = Крім вас, у команді лише боти: обирайте самі, писати їм немає потреби.
prompt-chosen = Обрано: { $seats }

# Що буде, якщо промовчати: наприкінці кожного особистого запитання.
if-silent-order = Не відповісте вчасно — порядку не буде.
if-silent-shot-missed = Не відповісте вчасно — промах у всієї команди.
if-silent-shot-by-others = Не відповісте вчасно — вирішать інші з вашої команди.
if-silent-shot-of-ones-own = Не відповісте вчасно — пострілу не буде.
if-silent-check = Не відповісте вчасно — перевірки цієї ночі не буде.
if-silent-check-after-shot = Не відповісте вчасно — перевірки цієї ночі не буде.
if-silent-choice = Не відповісте вчасно — не обрано нікого.
if-silent-best-move = Не встигнете натиснути «Готово» — зарахуються позначені номери, а без них найкращого ходу не буде.

meet-leader = ⭐ Доброї ночі! Роззирніться: завтра місто покладається на вас.
meet-appoint = Призначте порядок відстрілу: натискайте номери по порядку, починаючи з першої ночі.
meet-talk = До кінця знайомства пишіть сюди, прочитають свої: { $seats }.
best-move-ask = 🎯 <b>Найкращий хід.</b> Назвіть до трьох гравців, яких вважаєте чорними.
best-move-made = 🎯 Найкращий хід: { $seats }
best-move-none = 🎯 Найкращий хід не названо.
best-move-forfeited = Ви називаєте себе комісаром: права на найкращий хід більше немає.

button-seat-name = { $seat } { $name }
button-seat-chosen = ✅ { $seat } { $name }
button-own = { $name } — ви
button-agreed-seat = 🎯 { $seat } { $name }
button-shoot-seat = 🔫 { $seat } { $name }
button-check-seat = 🔎 { $seat } { $name }
button-nobody = Нікого
button-sure = Так, стріляю
button-done = Готово
button-clear = Обрати заново

card-doctor-self-never = Себе лікувати не можна.
card-doctor-self-once = Себе — лише раз за гру.
card-doctor-self-any = Можна й себе.
card-doctor-not-twice = Того самого лікувати дві ночі поспіль не можна.
