"""Random updates: honest taps, forged and old ones, words of every kind, odd shapes."""

import copy
import random
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from aiogram.filters.callback_data import CallbackData
from pydantic.fields import FieldInfo

from bot.telegram.buttons import callback_data
from engine.commands import Verb
from tests.end_to_end.test_monkey import COMMANDS, KINDS, OF_MEMBERS, PHRASES
from tests.fuzz.checked_host import ADMINS, OUTSIDER, PEOPLE, CheckedHost, Sent
from tests.fuzz.messenger import BOT_ID
from tests.fuzz.stored_games import Deal
from tests.fuzz.update_shapes import Shapes

HOSTILE = (
    *(
        "<b>",
        "</b><i>",
        "&lt;",
        "\u202e",
        "\u200b\u200b",
        "№ 1",
        "{ $name }",
        "a" * 60,
        "🎩" * 20,
        "\n\n",
        "' OR 1",
    ),
    *("%s", "\\", "️", '<a href="tg://user?id=1">', "\x00", "\ufeff", "١"),
)
ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    2**52,
    "",
    "x" * 10_000,
    [],
    {},
    True,
    1.5,
    [[]],
    "\ud800",
    {"id": 1},
    -(2**52),
    *(10**30, -(10**30), 2**63, -(2**63) - 1, "a\0b", "connection is closed \0", "\udfff"),
)
HOSTILE_FIELDS = (
    *("9" * 23, "-" + "9" * 23, str(2**63), "-1", "0", "", "a\0b", "\0", "\ud800", "connection is closed\0"),
    *("9" * 5000, "x" * 400, "home", "show", "stats", "fiim", "main", "ru", "1e9", "٣", "' OR 1", "../.."),
)
"""Fields of forged buttons: numbers that no database stores, texts that cannot be encoded."""
HOSTILE_TEXTS = (
    *("Выставляю" + " игрока под номером" * 200, "пас" + " " * 4000 + "x", "1" * 4096, "<" * 4096, "1 " * 2048),
    *(
        "Выставляю" + " №" * 2000 + " 5",
        "выставляю 5 " * 340,
        "\0" * 100,
        "\ud800 пас",
        "&" * 4096,
        "\u0301" * 4096,
    ),
)
HOSTILE_ARGUMENTS = (
    "9" * 4000,
    "-" + "9" * 30,
    "\0",
    "join_\0",
    "join_" + "x" * 4000,
    "\ud800",
    "5 " * 2000,
    "set_" * 900,
)
EVERY_COMMAND = (
    *(
        "/start",
        "/foul",
        "/extend",
        "/block",
        "/unblock",
        "/correct",
        "/rules",
        "/tournament",
        "/protest",
        "/stats",
    ),
    *("/top", "/lang", "/settings", "/newgame", "/record", "/judge", "/doctor", "/role", "/help", "/pause"),
)
BUTTONS = [
    kind
    for kind in vars(callback_data).values()
    if isinstance(kind, type) and issubclass(kind, CallbackData) and kind is not CallbackData
]
WISHES = ("sit", "stand", "start", "add-bot", "remove-bot", "rules", "doctor", "take", "bot", "back", "nonsense")


class RandomUpdates(Shapes):
    def __init__(self, checked: CheckedHost, seed: int, attacks: int = 5) -> None:
        """Sets up the run. `attacks`: how many, beside some hundred other updates."""
        super().__init__()
        self.checked = checked
        self.dice = random.Random(f"mischief:{seed}")
        self._sent: list[Sent] = []
        self.tails = {person: self.dice.choice(HOSTILE) for person in PEOPLE}
        self._ways = (
            (self._tap_what_is_seen, 18),
            (self._direct, 40),
            (self._forge, 14),
            (self._spoil_data, 5),
            (self._attack, attacks),
            (self._write, 8),
            (self._again, 6),
            (self._come_or_go, 2),
            (self._odd_shape, 4),
            (self._rename, 1),
            (self._change_seats, 2),
        )

    def next(self) -> Sent:
        ways, weights = zip(*self._ways, strict=True)
        while True:
            sent: Sent | None = self.dice.choices(ways, weights)[0]()
            if sent is not None:
                self._sent.append(sent)
                del self._sent[:-400]
                return sent

    # --- ways ---------------------------------------------------------------------------------------------------

    def _person(self) -> int:
        return self.dice.choice(PEOPLE)

    def _tap_what_is_seen(self) -> Sent | None:
        person = self._person()
        chat = self.dice.choice(self.checked.chats_of(person))
        messages = self.checked.with_buttons(chat)
        if not messages:
            return None
        message = self.dice.choice(messages[-3:] if self.dice.random() < 0.85 else messages)
        button = self.dice.choice(message.buttons)
        if button.data.startswith("x:") and self.dice.random() < 0.9:
            return None  # a game that is stopped at once tests little
        return self.tap("seen tap", person, message, chat, button.data)

    def _direct(self) -> Sent | None:
        """Returns an update that makes games begin: a table is opened, seats are taken, it starts."""
        group = self.dice.choice([*self.checked.rulesets])
        deal = self.checked.table_in(group)
        people = sorted(self.checked.messenger.groups[group] & set(PEOPLE))
        if deal is None:
            return self.words("director", self.dice.choice(sorted(ADMINS)), group, text="/newgame")
        if deal.phase == "playing":
            return self._play(deal)
        messages = [m for m in self.checked.with_buttons(group) if any(b.data.endswith(":sit") for b in m.buttons)]
        if not messages:
            return None
        person = self.dice.choice(people)
        if person not in self.checked.known and self.dice.random() < 0.9:
            self.checked.known.add(person)
            return self.words("director", person, person, text=f"/start join_{deal.id}")
        wish = "start" if self.dice.random() < 0.25 else "sit"
        if wish == "start":
            person = self.dice.choice(sorted(ADMINS))
        return self.tap("director", person, messages[-1], group, f"l:{deal.id}:{wish}")

    def _play(self, deal: Deal) -> Sent | None:
        """Returns a tap of a person who is asked something, on one of the buttons of the current step."""
        assert deal.state is not None
        table = deal.state.table
        seats = (table.speaker,) if table.speaker and self.dice.random() < 0.9 else table.alive
        people = [deal.seating[seat - 1] for seat in seats if deal.seating[seat - 1]]
        if not people:
            return None
        person = self.dice.choice(people)
        sign = f":{deal.id}:{table.number}:"
        found = [
            (message, button.data)
            for chat in (person, deal.chat)
            for message in self.checked.with_buttons(chat)[-6:]
            for button in message.buttons
            if sign in button.data
        ]
        if not found:
            return None
        message, data = self.dice.choice(found)
        return self.tap("director", person, message, 0, data)

    def _change_seats(self) -> Sent | None:
        """Returns an update by which a player leaves, another takes over, or an admin stops the game."""
        group = self.dice.choice([*self.checked.rulesets])
        deal = self.checked.table_in(group)
        people = sorted(self.checked.messenger.groups[group] & set(PEOPLE))
        if deal is None or deal.phase != "playing" or self.dice.random() < 0.5:
            return None
        if self.dice.random() < 0.02:
            return self.tap("director", 11, None, group, f"x:{deal.id}:1")
        offers = [
            (message, button.data)
            for message in self.checked.with_buttons(group)[-20:]
            for button in message.buttons
            if button.data.startswith(f"s:{deal.id}:")
        ]
        if offers and self.dice.random() < 0.7:
            message, data = self.dice.choice(offers)
            _, _, seat, wish = data.split(":")
            holder = deal.seating[int(seat) - 1]
            by_holder = holder and wish in ("leave", "stay") and self.dice.random() < 0.7
            return self.tap("director", holder if by_holder else self.dice.choice(people), message, group, data)
        seated = [person for person in deal.seating if person]
        return self.words("director", self.dice.choice(seated), group, text="/leave") if seated else None

    def _made_up(self) -> str:
        dice, games = self.dice, [*self.checked.deals]
        game = dice.choice(games[-12:]) if games and dice.random() < 0.95 else "23456789"
        deal = self.checked.deals.get(game)
        step = deal.state.table.number if deal and deal.state else 1
        if dice.random() < 0.4:
            step += dice.choice((-3, -2, -1, 1, 2, 1000, -(10**9)))
        verb = dice.choice((*Verb, "nonsense", ""))
        seats = ".".join(str(dice.randint(0, 12)) for _ in range(dice.choice((0, 1, 1, 1, 2, 3))))
        value, sure = dice.choice((-1, -1, 0, 1, 99)), dice.choice((0, 1))
        return dice.choice(
            (
                f"m:{game}:{step}:{verb}:{seats}:{value}:{sure}",
                f"m:{game}:{step}:{verb}:{seats}:-1:1",
                f"p:{game}:{step}:{verb}:{seats}",
                f"l:{game}:{dice.choice(WISHES)}",
                f"s:{game}:{dice.randint(-1, 12)}:{dice.choice(WISHES)}",
                f"x:{game}:{dice.choice((0, 1))}",
                f"c:{game}",
                f"lang:{dice.choice(('ru', 'uk', 'xx', '../ru'))}:{dice.choice((0, 1))}",
                f"g:{dice.choice(('open', 'again', 'nonsense'))}",
            )
        )

    def _forge(self) -> Sent:
        person = self._person()
        data = self._made_up()
        if data.startswith("x:") and person in ADMINS and self.dice.random() < 0.8:
            person = OUTSIDER
        chat = self.dice.choice([person, *self.checked.rulesets])
        messages = [*self.checked.messenger.posted.get(chat, {}).values()]
        message = self.dice.choice(messages) if messages and self.dice.random() < 0.7 else None
        return self.tap("forged tap", person, message, chat, data)

    def _attack(self) -> Sent:
        """Returns an update that an attacker who knows the source would send."""
        dice, person = self.dice, self._person()
        chat = dice.choice([person, *self.checked.rulesets])
        if dice.random() < 0.4:
            command = f"{dice.choice(EVERY_COMMAND)} {dice.choice(HOSTILE_ARGUMENTS)}"
            text = command if dice.random() < 0.7 else dice.choice(HOSTILE_TEXTS)
            chat = person if command.startswith("/start") else chat
            return self.words("attack", person, chat, text=text)
        kind = dice.choice(BUTTONS)
        fields = [
            dice.choice(HOSTILE_FIELDS) if dice.random() < 0.5 else dice.choice(_values(field))
            for field in kind.model_fields.values()
        ]
        data = ":".join((kind.__prefix__, *fields))
        return self.tap("attack", person, None, chat, data)

    def _spoil_data(self) -> Sent | None:
        sent = self._tap_what_is_seen()
        if sent is None or sent.data.startswith("x:"):
            return None
        signs = list(sent.data)
        for _ in range(self.dice.randint(1, 3)):
            place = self.dice.randrange(len(signs))
            signs[place] = self.dice.choice(("", ":", "0", "9", "-", ".", "a", "²", "\u200b", "٣", "m", "::", " "))
        data = "".join(signs)[:64] or "x"
        sent.body["callback_query"]["data"] = data
        return Sent("spoilt tap", sent.body, sent.who, sent.chat, data)

    def _write(self) -> Sent:
        person = self._person()
        chat = self.dice.choice(self.checked.chats_of(person))
        dice = self.dice
        admin = person in ADMINS
        commands = [*COMMANDS, *(() if admin and dice.random() < 0.95 else OF_MEMBERS), "/leave", "/role"]
        match dice.randrange(8):
            case 0 | 1:
                return self.words("message", person, chat, text=dice.choice(commands))
            case 2:
                kind = dice.choice(KINDS)
                return self.words("message", person, chat, **{kind: _media(kind)}, caption="выставляю 2")
            case 3:
                origin = {"type": "hidden_user", "date": 1, "sender_user_name": "x"}
                return self.words("message", person, chat, text="выставляю 2. Пас.", forward_origin=origin)
            case 4:
                return self.words("message", person, chat, text=dice.choice(PHRASES), edit_date=1_800_000_001)
            case 5:
                replied = self.message(self._person(), chat, text="x")
                return self.words("message", person, chat, text=dice.choice(commands), reply_to_message=replied)
            case _:
                text = dice.choice(PHRASES).replace("{n}", str(dice.randint(0, 12)))
                return self.words("message", person, chat, text=text)

    def _again(self) -> Sent | None:
        """Returns the same update once more, or the same action under another update id by somebody else."""
        if not self._sent:
            return None
        old = self.dice.choice(self._sent)
        if self.dice.random() < 0.6 or not isinstance(old.body.get("callback_query"), dict):
            return Sent("repeated", old.body, old.who, old.chat, old.data)
        body = copy.deepcopy(old.body)
        person = self._person()
        body["update_id"] = self.number()
        body["callback_query"] |= {"id": str(self.number()), "from": self.user(person)}
        return Sent("borrowed tap", body, person, old.chat, old.data)

    def _come_or_go(self) -> Sent | None:
        person = self._person()
        if self.dice.random() < 0.4:
            chat, blocks = person, self.dice.random() < 0.4
            states = ("member", "kicked") if blocks else ("kicked", "member")
            (self.checked.messenger.blocked_by.add if blocks else self.checked.messenger.blocked_by.discard)(
                person
            )
            field, user = "my_chat_member", {"id": BOT_ID, "is_bot": True, "first_name": "Омерта"}
        else:
            chat = self.dice.choice([*self.checked.rulesets])
            here = person in self.checked.messenger.groups[chat]
            states = ("member", "left") if here else ("left", "member")
            if person in ADMINS or person == OUTSIDER or (here and self.dice.random() < 0.8):
                return None
            members = self.checked.messenger.groups[chat]
            (members.discard if here else members.add)(person)
            field, user = "chat_member", self.user(person)
        old, new = ({"status": status, "user": user} | _until(status) for status in states)
        body = {
            "chat": self.chat(chat),
            "from": self.user(person),
            "date": 1,
            "old_chat_member": old,
            "new_chat_member": new,
        }
        return Sent("coming and going", {"update_id": self.number(), field: body}, person, chat)

    def _odd_shape(self) -> Sent | None:
        """Returns a real update with a few fields missing, or of another type."""
        if not self._sent:
            return None
        old = self.dice.choice(self._sent)
        body = copy.deepcopy(old.body)
        for _ in range(self.dice.randint(1, 3)):
            self._bend(body)
        body["update_id"] = self.number()
        query = body.get("callback_query")
        data = query.get("data") if isinstance(query, dict) else ""
        who = _sender(body)
        return Sent("odd shape", body, who, _chat(body), data if isinstance(data, str) else "")

    def _bend(self, body: dict[str, Any]) -> None:
        node: Any = body
        while isinstance(node, dict) and node:
            key = self.dice.choice([*node])
            if isinstance(node[key], dict) and self.dice.random() < 0.8:
                node = node[key]
                continue
            if self.dice.random() < 0.4:
                del node[key]
            else:
                node[key] = copy.deepcopy(self.dice.choice(ODD))  # it may be bent itself later
            return

    def _rename(self) -> Sent:
        person = self._person()
        self.tails[person] = self.dice.choice(HOSTILE)
        return self.words("message", person, person, text="/start")


def _values(field: FieldInfo) -> list[str]:
    """Returns what an honest button may carry there."""
    if get_origin(field.annotation) is Literal:
        return [str(value) for value in get_args(field.annotation)]
    kinds = [kind for kind in get_args(field.annotation) or (field.annotation,) if isinstance(kind, type)]
    values = [str(value.value) for kind in kinds if issubclass(kind, Enum) for value in kind]
    return values or ["1", "0", "23456789", "ru", "fiim"]


def _media(kind: str) -> Any:
    one = {"file_id": "x", "file_unique_id": "y", "width": 1, "height": 1, "duration": 1, "length": 1}
    match kind:
        case "photo":
            return [one]
        case "sticker":
            return one | {"type": "regular", "is_animated": False, "is_video": False}
        case "dice":
            return {"emoji": "🎲", "value": 3}
        case _:
            return one


def _until(status: str) -> dict[str, Any]:
    return {"until_date": 0} if status == "kicked" else {}


def _sender(body: dict[str, Any]) -> int:
    for field in ("callback_query", "message", "edited_message"):
        found = body.get(field)
        if isinstance(found, dict) and isinstance(found.get("from"), dict):
            number = found["from"].get("id")
            return number if isinstance(number, int) else 0
    return 0


def _chat(body: dict[str, Any]) -> int:
    query = body.get("callback_query")
    message = (
        query.get("message") if isinstance(query, dict) else body.get("message") or body.get("edited_message")
    )
    chat = message.get("chat") if isinstance(message, dict) else None
    number = chat.get("id") if isinstance(chat, dict) else 0
    return number if isinstance(number, int) else 0
