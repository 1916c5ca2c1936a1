"""For each handler at least one update that it acts on: where, and what comes in."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.judge.panel_commands import mark
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap, MoveTap, PickTap
from engine.commands import Verb
from tests.interrupted_handlers.mortal_host import OWNER
from tests.interrupted_handlers.scenes import ANNUL, CHANGE, REPLAY, protester
from tests.interrupted_handlers.world import (
    GROUP,
    GUEST,
    JUDGE_PERSON,
    LEADER,
    OTHER_GROUP,
    PLAYERS,
    SIDE_JUDGE,
    STRANGER,
    World,
)

Body = dict[str, Any]
Build = Callable[[World], Awaitable[Body]]


@dataclass(frozen=True, slots=True)
class Scenario:
    handler: str
    """Module and name."""
    scene: str
    build: Build
    label: str = ""
    commits: bool = True
    """False: a handler that only looks, or only answers."""
    seconds: int = 20
    """Until everything has come about: mutes are freed and put back in their own time."""
    buttons_stay: bool = False
    """The keyboard of a private message is taken away by a call of the handler's own. Should it stay, whoever taps
    it is told that it is over."""

    @property
    def name(self) -> str:
        return f"{self.handler} in {self.scene}{' ' * bool(self.label)}{self.label}"


def said(handler: str, scene: str, person: int, chat: int, text: str, **more: Any) -> Scenario:
    async def build(world: World) -> Body:
        return world.say(person, chat, text, **more)

    return Scenario(handler, scene, build, text)


def replied(handler: str, scene: str, person: int, text: str, to: int) -> Scenario:
    async def build(world: World) -> Body:
        return world.reply(person, text, to)

    return Scenario(handler, scene, build, text)


def tapped(handler: str, scene: str, person: int, chat: int, data: str, *, commits: bool = True) -> Scenario:
    """`GAME` and `CUP` in the data stand for the newest of them."""

    async def build(world: World) -> Body:
        wanted = data.replace("GAME", world.game) if "GAME" in data else data
        return world.tap(person, chat, wanted.replace("CUP", world.cup) if "CUP" in data else wanted)

    return Scenario(handler, scene, build, data, commits)


async def _is_thrown_out(world: World) -> Body:
    world.messenger.blocked_by.add(GROUP)
    return world.moves("my_chat_member", GROUP, LEADER, "administrator", "left")


async def _is_let_in(world: World) -> Body:
    world.messenger.blocked_by.discard(GROUP)
    return world.moves("my_chat_member", GROUP, LEADER, "left", "administrator")


def moved(handler: str, scene: str, kind: str, chat: int, person: int, before: str, after: str) -> Scenario:
    async def build(world: World) -> Body:
        return world.moves(kind, chat, person, before, after)

    return Scenario(handler, scene, build, f"{before} {after}")


def judge_taps(
    scene: str,
    wish: JudgeAction,
    verb: Verb | None = None,
    *,
    by: int = JUDGE_PERSON,
    proposer: int = 0,
    commits: bool = True,
    **more: Any,
) -> Scenario:
    async def build(world: World) -> Body:
        live = await world.live()
        seen = mark(live, verb, more.get("seat", 0))
        clauses = live.table.rules.ruleset.clauses.get(verb, ()) if verb else ()
        code = clauses[0].code if clauses else ""
        wished = {"wish": wish, "verb": verb, "code": code, "by": f"{proposer:x}", **more}
        return world.tap(by, by, JudgeTap(game=live.id, seen=seen, **wished).pack())

    return Scenario("judge_panel.tapped", scene, build, f"{wish} {verb or ''} by {by}", commits)


# --- updates that need a look at the game ------------------------------------------------------------------------


async def _passes(world: World) -> Body:
    live = await world.live()
    data = MoveTap(game=live.id, step=live.table.number, verb=Verb.PASS).pack()
    return world.tap(live.person_on(live.table.speaker), GROUP, data)


async def _opens_keypad(world: World) -> Body:
    live = await world.live()
    data = PickTap(game=live.id, step=live.table.number, verb=Verb.NOMINATE).pack()
    return world.tap(live.person_on(live.table.speaker), GROUP, data)


async def _nominates(world: World) -> Body:
    live = await world.live()
    return world.say(live.person_on(live.table.speaker), GROUP, "Выставляю игрока под номером 3. Пас.")


async def _nominates_twice(world: World) -> Body:
    """The first is accepted, the end of the minute too; what is refused is told with both."""
    live = await world.live()
    text = "Выставляю 3. Отзываю. Выставляю 4. Снимаю пятого. Пас."
    return world.say(live.person_on(live.table.speaker), GROUP, text)


async def _is_refused(world: World) -> Body:
    live = await world.live()
    return world.say(live.person_on(live.table.speaker), GROUP, "Отзываю свою кандидатуру.")


async def _corrects_oneself(world: World) -> Body:
    live = await world.live()
    return world.say(live.person_on(live.table.speaker), GROUP, "Выставляю 3", edit_date=1_800_000_001)


async def _writes_in_private(world: World) -> Body:
    person = (await world.live()).person_on(2)
    return world.say(person, person, "Привет")


async def _gives_up_seat(world: World) -> Body:
    return world.say((await world.live()).person_on(3), GROUP, "/leave")


async def _gives_up_seat_in_private(world: World) -> Body:
    person = (await world.live()).person_on(3)
    return world.say(person, person, "/leave")


async def _lets_computer(world: World) -> Body:
    live = await world.live()
    return world.tap(live.person_on(4), GROUP, f"s:{live.id}:4:bot")


async def _comes_back(world: World) -> Body:
    live = await world.live()
    person = live.lobby.stood_in_for(4)
    return world.tap(person, person, f"s:{live.id}:4:back")


async def _asks_for_card(world: World) -> Body:
    return world.tap((await world.live()).person_on(1), GROUP, f"c:{world.game}")


async def _asks_for_role(world: World) -> Body:
    person = (await world.live()).person_on(1)
    return world.say(person, person, "/role")


def _of_speaker(text: str) -> Build:
    async def build(world: World) -> Body:
        live = await world.live()
        return world.say(live.person_on(live.table.speaker or 1), GROUP, text)

    return build


async def _leaves_group(world: World) -> Body:
    return world.moves("chat_member", GROUP, (await world.live()).person_on(3), "member", "left")


async def _blocks(world: World) -> Body:
    person = (await world.live()).person_on(3)
    return world.moves("my_chat_member", person, person, "member", "kicked")


async def _unblocks(world: World) -> Body:
    person = (await world.live()).person_on(4)
    return world.moves("my_chat_member", person, person, "kicked", "member")


async def _joins_by_link(world: World) -> Body:
    return world.say(GUEST, GUEST, f"/start join_{world.game}")


async def _asks_for_rules_by_link(world: World) -> Body:
    return world.say(GUEST, GUEST, f"/start rules_{world.game}")


async def _through_the_door(world: World) -> Body:
    (row,) = [row for row in world.ended().tables["notes"] if "door:" in row]
    return world.say(LEADER, LEADER, f"/start set_{row.split('door:')[1][:22]}")


async def _answers_question(world: World) -> Body:
    asked = [*world.messenger.posted[LEADER].values()][-1]
    shown = {"message_id": asked.number, "date": 1, "chat": world.shapes.chat(LEADER), "text": "x"}
    return world.say(LEADER, LEADER, "Наши правила", reply_to_message=shown)


async def _protests(world: World) -> Body:
    return world.tap((await world.live()).person_on(1), GROUP, f"pr:{world.game}")


async def _protests_in_words(world: World) -> Body:
    return world.say((await world.live()).person_on(1), GROUP, "/protest судья ошибся")


async def _counts_a_game_in(world: World) -> Body:
    return world.say(LEADER, GROUP, f"/tournament count {world.game}")


async def _gives_another_table(world: World) -> Body:
    return world.say(LEADER, OTHER_GROUP, f"/tournament table 2 {world.cup}")


async def _corrects(world: World) -> Body:
    return world.say(JUDGE_PERSON, JUDGE_PERSON, "/correct 2 -0.2 ошибка в протоколе")


async def _migrates(world: World) -> Body:
    world.messenger.groups[GROUP - 100] = world.messenger.groups[GROUP]
    return world.say(LEADER, GROUP, "", migrate_to_chat_id=GROUP - 100)


async def _closes_topic(world: World) -> Body:
    topic: Body = {"forum_topic_closed": {}, "message_thread_id": 7, "is_topic_message": True}
    return world.say(LEADER, GROUP, "", **topic)


async def _renames(world: World) -> Body:
    return world.say(LEADER, GROUP, "", new_chat_title="Двор 1")


def _looks_at_numbers(wish: str) -> Build:
    async def build(world: World) -> Body:
        return world.tap(GUEST, GUEST, f"n:stats:{GUEST}::0:{wish}")

    return build


def _rules_on_protest(wish: str, winner: str = "") -> Build:
    async def build(world: World) -> Body:
        return world.tap(LEADER, GROUP, f"a:{world.game}:{protester(await world.live())}:{wish}:{winner}")

    return build


SCENARIOS: tuple[Scenario, ...] = (
    Scenario("moves.move", "speech", _passes, "pass"),
    Scenario("moves.pick", "speech", _opens_keypad, commits=False),
    Scenario("membership.bot_in_group", "speech", _is_thrown_out, "away"),
    Scenario("membership.bot_in_group", "away", _is_let_in, "back", seconds=100),
    moved("membership.bot_in_group", "speech", "my_chat_member", GROUP, LEADER, "administrator", "member"),
    moved("membership.bot_in_group", "group", "my_chat_member", GROUP, LEADER, "left", "member"),
    Scenario("membership.bot_in_private", "speech", _blocks, "blocked"),
    Scenario("membership.bot_in_private", "closed private", _unblocks, "let in"),
    Scenario("membership.member", "speech", _leaves_group),
    Scenario("membership.migrated", "speech", _migrates),
    Scenario("membership.migrated", "cup seated", _migrates),
    Scenario("membership.topic", "group", _closes_topic),
    Scenario("membership.service_message", "group", _renames, commits=False),
    said("owner.drain", "lobby", OWNER, OWNER, "/drain"),
    said("owner.undrain", "lobby", OWNER, OWNER, "/undrain"),
    said("owner.block", "speech", OWNER, OWNER, f"/block {GROUP}"),
    said("owner.unblock", "group", OWNER, OWNER, f"/unblock {GROUP}"),
    said("group_settings.settings", "group", LEADER, GROUP, "/settings"),
    tapped("group_settings.settings_button", "lobby", LEADER, GROUP, "l:GAME:settings"),
    tapped("group_settings.settings_button", "lobby", LEADER, GROUP, "g:settings"),
    Scenario("group_settings.through_a_door", "door", _through_the_door),
    said("group_settings.settings_in_private", "group", LEADER, LEADER, "/settings"),
    tapped("group_settings.look", "settings", LEADER, LEADER, f"k:{GROUP}:export::"),
    tapped("group_settings.change", "settings", LEADER, LEADER, f"o:{GROUP}:0:turn:withdraw:off"),
    tapped("group_settings.change", "settings", LEADER, LEADER, f"o:{GROUP}:0:rules:phystech:"),
    tapped("typed_settings.ask", "settings", LEADER, LEADER, f"q:{GROUP}:0:save:"),
    Scenario("typed_settings.answered", "question", _answers_question),
    said("info.start", "group", GUEST, GUEST, "/start"),
    Scenario("info.start", "lobby", _joins_by_link, "join"),
    Scenario("info.start", "lobby", _asks_for_rules_by_link, "rules"),
    said("info.start_in_group", "group", GUEST, GROUP, "/start"),
    said("info.help_", "group", GUEST, GROUP, "/help"),
    said("info.lang", "group", GUEST, GROUP, "/lang"),
    tapped("info.choose_language", "group", GUEST, GUEST, "lang:uk:0"),
    tapped("info.choose_language", "group", LEADER, GROUP, "lang:uk:1"),
    said("info.rules", "group", GUEST, GROUP, "/rules"),
    Scenario("info.my_role", "speech", _asks_for_card, commits=False),
    Scenario("info.role", "speech", _asks_for_role),
    said("info.verify", "lobby", GUEST, GROUP, "/verify"),
    said("privacy.privacy", "group", GUEST, GUEST, "/privacy"),
    said("privacy.forget", "group", GUEST, GUEST, "/forget"),
    said("privacy.forget_in_group", "group", GUEST, GROUP, "/forget"),
    tapped("privacy.forget_for_sure", "forgetting", GUEST, GUEST, "w:1"),
    tapped("privacy.forget_for_sure", "over", PLAYERS[1], PLAYERS[1], "w:1"),
    tapped("privacy.forget_for_sure", "cup protested", PLAYERS[1], PLAYERS[1], "w:1"),
    tapped("privacy.forget_for_sure", "speech", PLAYERS[1], PLAYERS[1], "w:1"),
    said("finished_games.protocol", "over", LEADER, GROUP, "/protocol"),
    said("finished_games.record", "over", LEADER, GROUP, "/record"),
    tapped("finished_games.report_by_button", "over", LEADER, GROUP, "f:GAME:text"),
    said("statistics.stats", "over", LEADER, GROUP, "/stats"),
    said("statistics.top", "over", LEADER, GROUP, "/top"),
    Scenario("statistics.look_again", "numbers", _looks_at_numbers("show"), "show"),
    Scenario("statistics.look_again", "numbers", _looks_at_numbers("leave"), "leave"),
    said("lobby.new_game", "group", LEADER, GROUP, "/newgame"),
    said("lobby.new_game", "waited for", LEADER, GROUP, "/newgame"),
    said("lobby.new_game", "lobby", GUEST, GROUP, "/newgame"),
    said("lobby.only_in_groups", "group", GUEST, GUEST, "/newgame"),
    tapped("lobby.open_by_button", "waited for", LEADER, GROUP, "g:open"),
    tapped("lobby.elsewhere", "lobby", LEADER, LEADER, "l:GAME:sit", commits=False),
    tapped("lobby.again", "over", PLAYERS[1], GROUP, "l:GAME:again"),
    tapped("lobby.sit", "lobby", GUEST, GROUP, "l:GAME:sit"),
    tapped("lobby.stand", "lobby", PLAYERS[2], GROUP, "l:GAME:stand"),
    tapped("lobby.stand_ins", "lobby", LEADER, GROUP, "l:GAME:add-bot"),
    tapped("lobby.start", "full", LEADER, GROUP, "l:GAME:start"),
    tapped("lobby.start", "chair", LEADER, GROUP, "l:GAME:start"),
    tapped("lobby.rules", "lobby", GUEST, GROUP, "l:GAME:rules"),
    tapped("lobby.doctor", "lobby", GUEST, GROUP, "l:GAME:doctor"),
    said("lobby.join", "lobby", GUEST, GROUP, "/join"),
    said("lobby.join", "lobby", STRANGER, GROUP, "/join"),
    said("lobby.leave", "lobby", PLAYERS[2], GROUP, "/leave"),
    Scenario("lobby.leave", "speech", _gives_up_seat),
    said("lobby.leave_in_private", "lobby", PLAYERS[2], PLAYERS[2], "/leave"),
    Scenario("lobby.leave_in_private", "speech", _gives_up_seat_in_private),
    said("lobby_waiting.extend", "lobby", LEADER, GROUP, "/extend 10"),
    tapped("lobby_waiting.extend_by_button", "lobby", LEADER, GROUP, "l:GAME:extend"),
    said("lobby_waiting.cancel", "lobby", LEADER, GROUP, "/cancel"),
    tapped("lobby_waiting.cancel_by_button", "lobby", LEADER, GROUP, "l:GAME:cancel", commits=False),
    said("lobby_waiting.next_game", "group", GUEST, GROUP, "/nextgame"),
    tapped("lobby_waiting.next_game_by_button", "group", GUEST, GROUP, "g:next"),
    said("judge_seat.panel_again", "judged", JUDGE_PERSON, JUDGE_PERSON, "/judge"),
    said("judge_seat.only_in_groups", "group", GUEST, GUEST, "/unjudge"),
    said("judge_seat.judge", "lobby", JUDGE_PERSON, GROUP, "/judge"),
    replied("judge_seat.judge", "speech", LEADER, "/judge", JUDGE_PERSON),
    replied("judge_seat.judge", "judged", JUDGE_PERSON, "/judge", GUEST),
    tapped("judge_seat.accept_chair", "chair offered", GUEST, GROUP, "l:GAME:chair"),
    tapped("judge_seat.judge_by_button", "lobby", JUDGE_PERSON, GROUP, "l:GAME:judge"),
    tapped("judge_seat.judge_by_button", "chair", JUDGE_PERSON, GROUP, "l:GAME:judge"),
    said("judge_seat.unjudge", "held", JUDGE_PERSON, GROUP, "/unjudge"),
    said("judge_seat.unjudge", "chair", JUDGE_PERSON, GROUP, "/unjudge"),
    replied("judge_seat.side_judge", "chair", JUDGE_PERSON, "/sidejudge", GUEST),
    replied("judge_seat.side_judge", "judged", JUDGE_PERSON, "/sidejudge", GUEST),
    replied("judge_seat.side_judge", "judged", JUDGE_PERSON, "/sidejudge", SIDE_JUDGE),
    replied("moderation.unseat", "lobby", LEADER, "/unseat", PLAYERS[2]),
    replied("moderation.keep_away", "lobby", LEADER, "/keepaway", PLAYERS[2]),
    replied("moderation.let_back", "lobby", LEADER, "/letback", PLAYERS[2]),
    judge_taps("judged", JudgeAction.SEAT, seat=2, commits=False),
    judge_taps("judged", JudgeAction.DO, Verb.FOUL, seat=2),
    judge_taps("judged", JudgeAction.DO, Verb.FOUL, seat=2, by=SIDE_JUDGE),
    judge_taps("judged", JudgeAction.DO, Verb.DISQUALIFY, seat=2),
    judge_taps("judged", JudgeAction.DO, Verb.TEAM_LOSS, seat=2),
    judge_taps("judged", JudgeAction.DO, Verb.WARN, seat=2),
    judge_taps("cup judged", JudgeAction.DO, Verb.EXPEL, seat=2),
    judge_taps("held", JudgeAction.LEAVE),
    judge_taps("judged", JudgeAction.LEAVE),
    judge_taps("judged", JudgeAction.STAND_IN, seat=3),
    judge_taps("judged", JudgeAction.SEEK, seat=3),
    judge_taps("proposed", JudgeAction.ACCEPT, Verb.FOUL, seat=1, proposer=SIDE_JUDGE),
    judge_taps("over", JudgeAction.DO, Verb.CLOSE),
    Scenario("judge_panel.correct", "over", _corrects),
    said("tournament.only_in_groups", "group", GUEST, GUEST, "/tournament"),
    said("tournament.tournament", "group", LEADER, GROUP, "/tournament new Кубок"),
    said("tournament.tournament", "cup open", LEADER, GROUP, "/tournament"),
    said("tournament.tournament", "cup full", LEADER, GROUP, "/tournament apart 1 2"),
    said("tournament.tournament", "cup full", LEADER, GROUP, "/tournament out 2"),
    Scenario("tournament.tournament", "cup", _gives_another_table, "table"),
    replied("tournament.tournament", "cup", LEADER, "/tournament chief", PLAYERS[1]),
    tapped("tournament.wished", "cup", LEADER, GROUP, "u:CUP:stage:0"),
    tapped("tournament.wished", "cup", LEADER, GROUP, "u:CUP:open:0"),
    tapped("tournament.wished", "cup open", GUEST, GROUP, "u:CUP:join:0"),
    tapped("tournament.wished", "cup open", LEADER, GROUP, "u:CUP:bot:0"),
    tapped("tournament.wished", "cup full", PLAYERS[1], GROUP, "u:CUP:leave:0"),
    tapped("tournament.wished", "cup seated", LEADER, GROUP, "u:CUP:game:1"),
    tapped("tournament.wished", "cup played", LEADER, GROUP, "u:CUP:final:0"),
    tapped("tournament.wished", "cup played", LEADER, GROUP, "u:CUP:table:0"),
    Scenario("protests.by_command", "over", _protests_in_words),
    Scenario("protests.by_command", "cup played", _protests_in_words),
    Scenario("protests.by_button", "over", _protests),
    Scenario("protests.by_button", "cup played", _protests),
    Scenario("protests.ruled", "protested", _rules_on_protest("accept"), "accept"),
    Scenario("protests.ruled", "protested", _rules_on_protest("annul"), "annul"),
    Scenario("protests.ruled", "ruling proposed", _rules_on_protest("agree", ANNUL), "agree"),
    Scenario("protests.ruled", "ruling proposed", _rules_on_protest("back"), "back"),
    Scenario("protests.ruled", "change proposed", _rules_on_protest("agree", CHANGE), "agree"),
    Scenario("protests.ruled", "cup protested", _rules_on_protest("guilty", "black.2"), "guilty"),
    Scenario("protests.ruled", "cup protested", _rules_on_protest("why", "changed.black.2.8.7.4"), "change"),
    Scenario("protests.ruled", "cup replay proposed", _rules_on_protest("agree", REPLAY), "replay"),
    tapped("protests.confirmed", "cut", JUDGE_PERSON, JUDGE_PERSON, "a:GAME:0:confirm:"),
    said("doctor.doctor", "lobby", LEADER, GROUP, "/doctor"),
    said("game_control.pause", "speech", LEADER, GROUP, "/pause"),
    said("game_control.resume", "paused", LEADER, GROUP, "/resume"),
    tapped("game_control.tapped", "speech", LEADER, GROUP, "t:GAME:pause"),
    said("game_control.stop", "speech", LEADER, GROUP, "/stop"),
    tapped("game_control.stop_for_sure", "stopping", LEADER, GROUP, "x:GAME:1"),
    tapped("game_control.stop_for_sure", "stopping", LEADER, GROUP, "x:GAME:0"),
    Scenario("game_control.surrender", "speech", _of_speaker("/surrender")),
    Scenario("game_control.time_out", "speech", _of_speaker("/timeout")),
    tapped("seat_handover.elsewhere", "offered", GUEST, GUEST, "s:GAME:4:take", commits=False),
    tapped("seat_handover.take", "offered", GUEST, GROUP, "s:GAME:4:take"),
    Scenario("seat_handover.let_bot", "offered", _lets_computer),
    Scenario("seat_handover.come_back", "absent", _comes_back, buttons_stay=True),
    Scenario("chat_messages.in_group", "speech", _nominates, "nominates and passes"),
    Scenario("chat_messages.in_group", "speech", _nominates_twice, "several words"),
    Scenario("chat_messages.in_group", "speech", _is_refused, "in vain"),
    Scenario("chat_messages.edited", "speech", _corrects_oneself),
    Scenario("chat_messages.in_private", "speech", _writes_in_private),
    tapped("unknown_buttons.unknown_button", "group", GUEST, GROUP, "nonsense", commits=False),
)
