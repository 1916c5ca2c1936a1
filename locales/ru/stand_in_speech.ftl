# Речь компьютерных игроков: от первого лица, в настоящем времени. У каждой мысли три варианта,
# чтобы десять ботов за столом не звучали одинаково. $seat — о ком речь, $about — на кого ссылается довод.

## Подозреваю

say-suspects-hunch-1 = Мне не нравится { $seat }. Доказательств нет, одно чутьё.
say-suspects-hunch-2 = Подозреваю { $seat }, хотя железных доводов пока нет.
say-suspects-hunch-3 = Если решать прямо сейчас, я против { $seat }.

say-suspects-checked-1 = Верю проверке { $about }: { $seat } не с нами.
say-suspects-checked-2 = { $about } по проверке указывает на { $seat }. Мне этого достаточно.
say-suspects-checked-3 = Проверка { $about } говорит против { $seat }. Дальше дело за голосованием.

say-suspects-rival-claim-1 = { $seat } и { $about } называют одну и ту же роль. Верю { $about }, а значит, { $seat } лжёт.
say-suspects-rival-claim-2 = Из двух вскрытий мне ближе { $about }. Второе, от { $seat }, считаю ложным.
say-suspects-rival-claim-3 = Одну роль на двоих не раздают. Я за { $about } и против { $seat }.

say-suspects-voted-against-red-1 = Голос { $seat } идёт в красных: { $about }. Так голосуют чёрные.
say-suspects-voted-against-red-2 = Вспомните, против кого голосует { $seat }: { $about }. А там красный цвет.
say-suspects-voted-against-red-3 = Не нравится мне голос { $seat } против { $about }: это голос против красных.

say-suspects-nominated-red-1 = { $seat } выставляет красных: { $about }. Зачем красному игроку такое?
say-suspects-nominated-red-2 = Кто выставляет { $about }? { $seat }. А это ход против красных.
say-suspects-nominated-red-3 = { $seat } ведёт на голосование { $about }, а там красный цвет. Подозреваю.

say-suspects-spared-black-1 = { $seat } обходит голосом { $about }, хотя там, по-моему, чёрный цвет.
say-suspects-spared-black-2 = У { $seat } есть выбор, но против { $about } голоса нет. Похоже, там свои.
say-suspects-spared-black-3 = { $seat } бережёт { $about }. Думаю, это одна команда.

say-suspects-accused-innocent-1 = { $seat } обвиняет { $about }, а там мирные.
say-suspects-accused-innocent-2 = Куда указывает { $seat }? На мирных: { $about }.
say-suspects-accused-innocent-3 = Обвинения от { $seat } достаются мирным. Вспомните { $about }.

say-suspects-defended-guilty-1 = { $seat } защищает преступников: { $about }.
say-suspects-defended-guilty-2 = Кто заступается за { $about }? { $seat }. Карты открыты, делайте выводы.
say-suspects-defended-guilty-3 = Слово { $seat } в защиту { $about } теперь говорит само за себя.

say-suspects-false-claim-1 = { $seat } называет себя лидером, но карта лидера открыта: { $about }.
say-suspects-false-claim-2 = Лидер — { $about }, карта на столе. Кто тогда { $seat }?
say-suspects-false-claim-3 = Не верю вскрытию { $seat }: настоящий лидер — { $about }.

say-suspects-in-prison-1 = { $seat } в тюрьме, а просто так туда не попадают.
say-suspects-in-prison-2 = Надзиратель знает, кого сажать. Я против { $seat }.
say-suspects-in-prison-3 = Тюрьма говорит за себя: { $seat } против города.

say-suspects-more = Ещё под подозрением: { $seats }.

## Доверяю

say-trusts-hunch-1 = { $seat } мне пока нравится. Верю.
say-trusts-hunch-2 = По-моему, { $seat } играет честно.
say-trusts-hunch-3 = За { $seat } я спокойнее всего. Ищем в других местах.

say-trusts-checked-1 = По проверке { $about } у нас есть свой игрок: { $seat }.
say-trusts-checked-2 = Верю { $about }, а значит, верю и { $seat }.
say-trusts-checked-3 = Проверка { $about } снимает вопросы к { $seat }.

say-trusts-believed-claim-1 = Верю вскрытию { $seat }. Слушаем внимательно.
say-trusts-believed-claim-2 = По-моему, { $seat } говорит о своей роли правду.
say-trusts-believed-claim-3 = Держимся { $seat }: это вскрытие кажется мне честным.

say-trusts-voted-against-black-1 = Голос { $seat } против { $about } мне нравится: там, по-моему, чёрный цвет.
say-trusts-voted-against-black-2 = { $seat } голосует против { $about }. Так поступают красные.
say-trusts-voted-against-black-3 = За { $seat } говорит голосование: рука поднята против { $about }.

say-trusts-accused-guilty-1 = { $seat } верно указывает на { $about }. Доверяю.
say-trusts-accused-guilty-2 = Обвинение против { $about } звучит от { $seat }, и карты это подтверждают.
say-trusts-accused-guilty-3 = Чутьё у { $seat } хорошее: вспомните { $about }.

say-trusts-more = Ещё доверяю: { $seats }.

## Вскрытие

say-claims-1 = Я { $role }. Мои проверки: { $checks }.
say-claims-2 = Вскрываюсь: { $role }. Проверки по порядку: { $checks }.
say-claims-3 = Слушайте внимательно, я { $role }. Вот что знаю: { $checks }.

say-claims-bare-1 = Я { $role }. Проверок пока нет.
say-claims-bare-2 = Вскрываюсь: { $role }. Рассказать пока нечего.
say-claims-bare-3 = Знайте: я { $role }.

say-check = { $seat } — { $side ->
    [red] красный игрок
    [black] чёрный игрок
    [town] за мирных
    [mafia] за мафию
    [yakuza] за якудзу
   *[loner] одиночка
}

## Нечего сказать

say-nothing-1 = Пас.
say-nothing-2 = Добавить пока нечего.
say-nothing-3 = Мне сказать нечего, послушаю остальных.
