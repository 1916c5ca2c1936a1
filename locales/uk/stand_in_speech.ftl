# Мова комп’ютерних гравців: від першої особи, у теперішньому часі. Кожна думка має три варіанти,
# щоб десять ботів за столом не звучали однаково. $seat — про кого мова, $about — на кого спирається доказ.

## Підозрюю

say-suspects-hunch-1 = Мені не подобається { $seat }. Доказів немає, лише інтуїція.
say-suspects-hunch-2 = Підозрюю { $seat }, хоча залізних доказів поки немає.
say-suspects-hunch-3 = Якщо вирішувати просто зараз, я проти { $seat }.

say-suspects-checked-1 = Вірю перевірці { $about }: { $seat } не з нами.
say-suspects-checked-2 = { $about } за перевіркою вказує на { $seat }. Мені цього досить.
say-suspects-checked-3 = Перевірка { $about } свідчить проти { $seat }. Далі справа за голосуванням.

say-suspects-rival-claim-1 = { $seat } та { $about } називають ту саму роль. Вірю { $about }, тож { $seat } бреше.
say-suspects-rival-claim-2 = Із двох розкриттів мені ближче { $about }. Друге, від { $seat }, вважаю неправдою.
say-suspects-rival-claim-3 = Одну роль на двох не роздають. Я за { $about } і проти { $seat }.

say-suspects-voted-against-red-1 = Голос { $seat } іде в червоних: { $about }. Так голосують чорні.
say-suspects-voted-against-red-2 = Згадайте, проти кого голосує { $seat }: { $about }. А там червоний колір.
say-suspects-voted-against-red-3 = Не подобається мені голос { $seat } проти { $about }: це голос проти червоних.

say-suspects-nominated-red-1 = { $seat } виставляє червоних: { $about }. Навіщо таке червоному гравцеві?
say-suspects-nominated-red-2 = Хто виставляє { $about }? { $seat }. А це хід проти червоних.
say-suspects-nominated-red-3 = { $seat } веде на голосування { $about }, а там червоний колір. Підозрюю.

say-suspects-spared-black-1 = { $seat } оминає голосом { $about }, хоча там, як на мене, чорний колір.
say-suspects-spared-black-2 = { $seat } має вибір, але проти { $about } голосу немає. Схоже, там свої.
say-suspects-spared-black-3 = { $seat } береже { $about }. Гадаю, це одна команда.

say-suspects-accused-innocent-1 = { $seat } звинувачує { $about }, а там мирні.
say-suspects-accused-innocent-2 = Куди вказує { $seat }? На мирних: { $about }.
say-suspects-accused-innocent-3 = Звинувачення від { $seat } дістаються мирним. Згадайте { $about }.

say-suspects-defended-guilty-1 = { $seat } захищає злочинців: { $about }.
say-suspects-defended-guilty-2 = Хто заступається за { $about }? { $seat }. Карти відкрито, робіть висновки.
say-suspects-defended-guilty-3 = Слово { $seat } на захист { $about } тепер промовляє саме за себе.

say-suspects-false-claim-1 = { $seat } називає себе лідером, але карту лідера вже відкрито: { $about }.
say-suspects-false-claim-2 = Лідер — { $about }, карта на столі. Хто тоді { $seat }?
say-suspects-false-claim-3 = Не вірю розкриттю { $seat }: справжній лідер — { $about }.

say-suspects-in-prison-1 = { $seat } у в’язниці, а просто так туди не потрапляють.
say-suspects-in-prison-2 = Наглядач знає, кого саджати. Я проти { $seat }.
say-suspects-in-prison-3 = В’язниця говорить сама за себе: { $seat } проти міста.

say-suspects-more = Ще під підозрою: { $seats }.

## Довіряю

say-trusts-hunch-1 = { $seat } мені поки подобається. Вірю.
say-trusts-hunch-2 = Як на мене, { $seat } грає чесно.
say-trusts-hunch-3 = За { $seat } мені найспокійніше. Шукаймо деінде.

say-trusts-checked-1 = За перевіркою { $about } маємо свого гравця: { $seat }.
say-trusts-checked-2 = Вірю { $about }, тож вірю і { $seat }.
say-trusts-checked-3 = Перевірка { $about } знімає питання до { $seat }.

say-trusts-believed-claim-1 = Вірю розкриттю { $seat }. Слухаймо уважно.
say-trusts-believed-claim-2 = Гадаю, { $seat } каже про свою роль правду.
say-trusts-believed-claim-3 = Тримаймося { $seat }: це розкриття здається мені чесним.

say-trusts-voted-against-black-1 = Голос { $seat } проти { $about } мені подобається: там, гадаю, чорний колір.
say-trusts-voted-against-black-2 = { $seat } голосує проти { $about }. Так роблять червоні.
say-trusts-voted-against-black-3 = За { $seat } свідчить голосування: руку піднято проти { $about }.

say-trusts-accused-guilty-1 = { $seat } слушно вказує на { $about }. Довіряю.
say-trusts-accused-guilty-2 = Звинувачення проти { $about } лунає від { $seat }, і карти це підтверджують.
say-trusts-accused-guilty-3 = Чуття в { $seat } добре: згадайте { $about }.

say-trusts-more = Ще довіряю: { $seats }.

## Розкриття

say-claims-1 = Я { $role }. Мої перевірки: { $checks }.
say-claims-2 = Розкриваюся: { $role }. Перевірки одна за одною: { $checks }.
say-claims-3 = Слухайте уважно, я { $role }. Ось що знаю: { $checks }.

say-claims-bare-1 = Я { $role }. Перевірок поки немає.
say-claims-bare-2 = Розкриваюся: { $role }. Розповісти поки нема чого.
say-claims-bare-3 = Знайте: я { $role }.

say-check = { $seat } — { $side ->
    [red] червоний гравець
    [black] чорний гравець
    [town] за мирних
    [mafia] за мафію
    [yakuza] за якудзу
   *[loner] одинак
}

## Нема чого сказати

say-nothing-1 = Пас.
say-nothing-2 = Поки нема чого додати.
say-nothing-3 = Мені нема чого сказати, послухаю решту.
