"""For each handler at least one update that it acts on: where, and what comes in."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
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

    same_draws: bool = False
    """Whether every run draws the same: what happens follows from the secret of a deal that begins here."""

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


def tapped(
    handler: str,
    scene: str,
    person: int,
    chat: int,
    data: str,
    *,
    commits: bool = True,
    same_draws: bool = False,
) -> Scenario:
    """`GAME`, `CUP` and `PLAN` in the data stand for the newest of them, `DAY` for one soon."""

    async def build(world: World) -> Body:
        wanted = data.replace("GAME", world.game) if "GAME" in data else data
        return world.tap(person, chat, _named(world, wanted))

    return Scenario(handler, scene, build, data, commits, same_draws=same_draws)


def _named(world: World, data: str) -> str:
    data = data.replace("CUP", world.cup) if "CUP" in data else data
    data = data.replace("PLAN", world.plan) if "PLAN" in data else data
    if "DAY" in data:
        soon = datetime.fromtimestamp(world.clock.now() / 1000, UTC) + timedelta(days=3)
        return data.replace("DAY", f"{soon:%Y%m%d}")
    return data


async def _comes_by_link(world: World) -> Body:
    return world.say(GUEST, GUEST, f"/start plan_{world.plan}")


async def _hears_of_a_leaver(world: World) -> Body:
    return world.say(GUEST, GROUP, left_chat_member=world.shapes.user(GUEST))


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

    return Scenario("judge.panel.tapped", scene, build, f"{wish} {verb or ''} by {by}", commits)


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


def _answers_leaving(wish: str) -> Build:
    async def build(world: World) -> Body:
        live = await world.live()
        return world.tap(live.person_on(4), GROUP, f"s:{live.id}:4:{wish}")

    return build


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
    Scenario("service_messages.migrated", "speech", _migrates),
    Scenario("service_messages.migrated", "cup seated", _migrates),
    Scenario("service_messages.topic", "group", _closes_topic),
    Scenario("service_messages.service_message", "group", _renames, commits=False),
    said("owner_commands.drain", "lobby", OWNER, OWNER, "/drain"),
    said("owner_commands.undrain", "lobby", OWNER, OWNER, "/undrain"),
    said("owner_commands.block", "speech", OWNER, OWNER, f"/block {GROUP}"),
    said("owner_commands.unblock", "group", OWNER, OWNER, f"/unblock {GROUP}"),
    said("group_settings.open_menu.settings", "group", LEADER, GROUP, "/settings"),
    tapped("group_settings.open_menu.settings_by_button", "lobby", LEADER, GROUP, "l:GAME:settings"),
    tapped("group_settings.open_menu.settings_by_button", "lobby", LEADER, GROUP, "g:settings"),
    Scenario("group_settings.open_menu.settings_by_link", "door", _through_the_door),
    said("group_settings.open_menu.settings_in_private", "group", LEADER, LEADER, "/settings"),
    tapped("group_settings.screens.show_screen", "settings", LEADER, LEADER, f"k:{GROUP}:export::"),
    tapped("group_settings.changes.change", "settings", LEADER, LEADER, f"o:{GROUP}:0:turn:withdraw:off"),
    tapped("group_settings.changes.change", "settings", LEADER, LEADER, f"o:{GROUP}:0:rules:phystech:"),
    tapped("group_settings.typed_values.ask", "settings", LEADER, LEADER, f"q:{GROUP}:0:save:"),
    Scenario("group_settings.typed_values.take_value", "question", _answers_question),
    said("start.start", "group", GUEST, GUEST, "/start"),
    Scenario("lobby.join.join_by_link", "lobby", _joins_by_link),
    Scenario("rules.rules_by_link", "lobby", _asks_for_rules_by_link),
    said("start.start_in_group", "group", GUEST, GROUP, "/start"),
    said("help.help_", "group", GUEST, GROUP, "/help"),
    said("language.lang", "group", GUEST, GROUP, "/lang"),
    tapped("language.choose_language", "group", GUEST, GUEST, "lang:uk:0"),
    tapped("language.choose_language", "group", LEADER, GROUP, "lang:uk:1"),
    said("rules.rules", "group", GUEST, GROUP, "/rules"),
    Scenario("role.role_by_button", "speech", _asks_for_card, commits=False),
    Scenario("role.role", "speech", _asks_for_role),
    said("verify.verify", "lobby", GUEST, GROUP, "/verify"),
    said("privacy.privacy", "group", GUEST, GUEST, "/privacy"),
    said("forget.forget", "group", GUEST, GUEST, "/forget"),
    said("forget.forget_in_group", "group", GUEST, GROUP, "/forget"),
    tapped("forget.forget_for_sure", "forgetting", GUEST, GUEST, "w:1"),
    tapped("forget.forget_for_sure", "over", PLAYERS[1], PLAYERS[1], "w:1"),
    tapped("forget.forget_for_sure", "cup protested", PLAYERS[1], PLAYERS[1], "w:1"),
    tapped("forget.forget_for_sure", "speech", PLAYERS[1], PLAYERS[1], "w:1"),
    said("protocol_and_record.protocol", "over", LEADER, GROUP, "/protocol"),
    said("protocol_and_record.record", "over", LEADER, GROUP, "/record"),
    tapped("protocol_and_record.report_by_button", "over", LEADER, GROUP, "f:GAME:text"),
    said("statistics.stats", "over", LEADER, GROUP, "/stats"),
    said("statistics.top", "over", LEADER, GROUP, "/top"),
    Scenario("statistics.change_view", "numbers", _looks_at_numbers("show"), "show"),
    Scenario("statistics.change_view", "numbers", _looks_at_numbers("leave"), "leave"),
    said("lobby.new_game.new_game", "group", LEADER, GROUP, "/newgame"),
    said("lobby.new_game.new_game", "waited for", LEADER, GROUP, "/newgame"),
    said("lobby.new_game.new_game", "lobby", GUEST, GROUP, "/newgame"),
    said("only_in_groups.only_in_groups", "group", GUEST, GUEST, "/newgame"),
    tapped("lobby.new_game.new_game_by_button", "waited for", LEADER, GROUP, "g:open"),
    tapped("lobby.outside_group.outside_group", "lobby", LEADER, LEADER, "l:GAME:sit", commits=False),
    tapped("lobby.play_again.again", "over", PLAYERS[1], GROUP, "l:GAME:again"),
    tapped("lobby.join.sit", "lobby", GUEST, GROUP, "l:GAME:sit"),
    tapped("lobby.leave.stand", "lobby", PLAYERS[2], GROUP, "l:GAME:stand"),
    tapped("lobby.stand_ins.stand_ins", "lobby", LEADER, GROUP, "l:GAME:add-bot"),
    tapped("lobby.stand_ins.stand_ins", "lobby", LEADER, GROUP, "l:GAME:fill"),
    tapped("lobby.table_choices.turn_screen", "lobby", LEADER, GROUP, "l:GAME:gear"),
    tapped("lobby.table_choices.choose", "lobby", LEADER, GROUP, "e:GAME:rules:city"),
    tapped("lobby.table_choices.choose", "lobby", LEADER, GROUP, "e:GAME:pace:fast"),
    tapped("lobby.outside_group.outside_group", "lobby", LEADER, LEADER, "e:GAME:pace:fast", commits=False),
    tapped("lobby.start_game.start", "full", LEADER, GROUP, "l:GAME:start"),
    tapped("lobby.start_game.start", "chair", LEADER, GROUP, "l:GAME:start"),
    tapped("rules.rules_by_button", "lobby", GUEST, GROUP, "l:GAME:rules"),
    tapped("doctor.doctor_by_button", "lobby", GUEST, GROUP, "l:GAME:doctor"),
    said("lobby.join.join", "lobby", GUEST, GROUP, "/join"),
    said("lobby.join.join", "lobby", STRANGER, GROUP, "/join"),
    said("lobby.leave.leave", "lobby", PLAYERS[2], GROUP, "/leave"),
    Scenario("lobby.leave.leave", "speech", _gives_up_seat),
    said("lobby.leave.leave_in_private", "lobby", PLAYERS[2], PLAYERS[2], "/leave"),
    Scenario("lobby.leave.leave_in_private", "speech", _gives_up_seat_in_private),
    said("lobby.extend.extend", "lobby", LEADER, GROUP, "/extend 10"),
    tapped("lobby.extend.extend_by_button", "lobby", LEADER, GROUP, "l:GAME:extend"),
    said("lobby.cancel.cancel", "lobby", LEADER, GROUP, "/cancel"),
    tapped("lobby.cancel.cancel_by_button", "lobby", LEADER, GROUP, "l:GAME:cancel", commits=False),
    said("lobby.next_game.next_game", "group", GUEST, GROUP, "/nextgame"),
    tapped("lobby.next_game.next_game_by_button", "group", GUEST, GROUP, "g:next"),
    tapped("lobby.next_game.no_more_invitations", "waited for", GUEST, GUEST, f"y:{GROUP}"),
    said("plan.command.plan", "group", LEADER, GROUP, "/plan"),
    said("plan.command.plan", "group", LEADER, GROUP, "/plan завтра 20:00"),
    tapped("plan.draft.choose", "drafted", LEADER, GROUP, "vd:hours:DAY:0:0"),
    tapped("plan.draft.choose", "drafted", LEADER, GROUP, "vd:make:DAY:1200:1"),
    tapped("plan.draft.choose", "drafted", LEADER, GROUP, "vd:drop:0:0:0"),
    tapped("plan.answers.say_whether", "planned", LEADER, GROUP, "v:PLAN:yes"),
    Scenario("plan.answers.come_by_link", "planned", _comes_by_link),
    tapped("plan.changes.change", "planned", LEADER, GROUP, "v:PLAN:move"),
    tapped("plan.changes.change", "planned", LEADER, GROUP, "v:PLAN:cancel", commits=False),
    Scenario("service_messages.somebody_left", "planned", _hears_of_a_leaver),
    said("judge.panel.panel_again", "judged", JUDGE_PERSON, JUDGE_PERSON, "/judge"),
    said("only_in_groups.only_in_groups", "group", GUEST, GUEST, "/unjudge"),
    said("judge.appointment.judge", "lobby", JUDGE_PERSON, GROUP, "/judge"),
    replied("judge.appointment.judge", "speech", LEADER, "/judge", JUDGE_PERSON),
    replied("judge.appointment.judge", "judged", JUDGE_PERSON, "/judge", GUEST),
    tapped("judge.appointment.accept_chair", "chair offered", GUEST, GROUP, "l:GAME:chair"),
    tapped("judge.appointment.judge_by_button", "lobby", JUDGE_PERSON, GROUP, "l:GAME:judge"),
    tapped("judge.appointment.judge_by_button", "chair", JUDGE_PERSON, GROUP, "l:GAME:judge"),
    said("judge.appointment.unjudge", "held", JUDGE_PERSON, GROUP, "/unjudge"),
    said("judge.appointment.unjudge", "chair", JUDGE_PERSON, GROUP, "/unjudge"),
    replied("judge.side_judge.side_judge", "chair", JUDGE_PERSON, "/sidejudge", GUEST),
    replied("judge.side_judge.side_judge", "judged", JUDGE_PERSON, "/sidejudge", GUEST),
    replied("judge.side_judge.side_judge", "judged", JUDGE_PERSON, "/sidejudge", SIDE_JUDGE),
    replied("unseat_and_keep_away.unseat", "lobby", LEADER, "/unseat", PLAYERS[2]),
    replied("unseat_and_keep_away.keep_away", "lobby", LEADER, "/keepaway", PLAYERS[2]),
    replied("unseat_and_keep_away.let_back", "lobby", LEADER, "/letback", PLAYERS[2]),
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
    Scenario("judge.correction.correct", "over", _corrects),
    said("only_in_groups.only_in_groups", "group", GUEST, GUEST, "/tournament"),
    said("tournament.command.tournament", "group", LEADER, GROUP, "/tournament new Кубок"),
    said("tournament.command.tournament", "cup open", LEADER, GROUP, "/tournament"),
    said("tournament.command.tournament", "cup full", LEADER, GROUP, "/tournament apart 1 2"),
    said("tournament.command.tournament", "cup full", LEADER, GROUP, "/tournament out 2"),
    Scenario("tournament.command.tournament", "cup", _gives_another_table, "table"),
    replied("tournament.command.tournament", "cup", LEADER, "/tournament chief", PLAYERS[1]),
    tapped("tournament.buttons.tapped", "cup", LEADER, GROUP, "u:CUP:stage:0"),
    tapped("tournament.buttons.tapped", "cup", LEADER, GROUP, "u:CUP:open:0"),
    tapped("tournament.buttons.tapped", "cup open", GUEST, GROUP, "u:CUP:join:0"),
    tapped("tournament.buttons.tapped", "cup open", LEADER, GROUP, "u:CUP:bot:0"),
    tapped("tournament.buttons.tapped", "cup full", PLAYERS[1], GROUP, "u:CUP:leave:0"),
    tapped("tournament.buttons.tapped", "cup seated", LEADER, GROUP, "u:CUP:game:1"),
    tapped("tournament.buttons.tapped", "cup played", LEADER, GROUP, "u:CUP:final:0"),
    tapped("tournament.buttons.tapped", "cup played", LEADER, GROUP, "u:CUP:table:0"),
    Scenario("tournament.protests.protest", "over", _protests_in_words),
    Scenario("tournament.protests.protest", "cup played", _protests_in_words),
    Scenario("tournament.protests.protest_by_button", "over", _protests),
    Scenario("tournament.protests.protest_by_button", "cup played", _protests),
    Scenario("tournament.protests.rule", "protested", _rules_on_protest("accept"), "accept"),
    Scenario("tournament.protests.rule", "protested", _rules_on_protest("annul"), "annul"),
    Scenario("tournament.protests.rule", "ruling proposed", _rules_on_protest("agree", ANNUL), "agree"),
    Scenario("tournament.protests.rule", "ruling proposed", _rules_on_protest("back"), "back"),
    Scenario("tournament.protests.rule", "change proposed", _rules_on_protest("agree", CHANGE), "agree"),
    Scenario("tournament.protests.rule", "cup protested", _rules_on_protest("guilty", "black.2"), "guilty"),
    Scenario(
        "tournament.protests.rule", "cup protested", _rules_on_protest("why", "changed.black.2.8.7.4"), "change"
    ),
    Scenario("tournament.protests.rule", "cup replay proposed", _rules_on_protest("agree", REPLAY), "replay"),
    tapped("tournament.protests.confirm_bonuses", "cut", JUDGE_PERSON, JUDGE_PERSON, "a:GAME:0:confirm:"),
    said("doctor.doctor", "lobby", LEADER, GROUP, "/doctor"),
    said("pause.pause", "speech", LEADER, GROUP, "/pause"),
    said("pause.resume", "paused", LEADER, GROUP, "/resume"),
    tapped("pause.pause_by_button", "speech", LEADER, GROUP, "t:GAME:pause"),
    said("solo_game.solo", "group", LEADER, LEADER, "/solo"),
    said("solo_game.solo", "group", LEADER, LEADER, "/start solo"),
    tapped("solo_game.solo_by_button", "group", LEADER, LEADER, "solo"),
    tapped("solo_game.begin", "group", LEADER, LEADER, "sg:box:8", same_draws=True),
    tapped("solo_game.hints", "solo", LEADER, LEADER, "sh:GAME:0"),
    said("pause.pause", "solo", LEADER, LEADER, "/pause"),
    said("stop.stop", "solo", LEADER, LEADER, "/stop"),
    said("lobby.leave.leave_in_private", "solo", LEADER, LEADER, "/leave"),
    said("messages.private_messages.in_private", "solo", LEADER, LEADER, "Привет"),
    said("stop.stop", "speech", LEADER, GROUP, "/stop"),
    tapped("stop.stop_for_sure", "stopping", LEADER, GROUP, "x:GAME:1"),
    tapped("stop.stop_for_sure", "stopping", LEADER, GROUP, "x:GAME:0"),
    Scenario("surrender_and_time_out.surrender", "speech", _of_speaker("/surrender")),
    Scenario("surrender_and_time_out.time_out", "speech", _of_speaker("/timeout")),
    tapped("seat_handover.outside_group", "offered", GUEST, GUEST, "s:GAME:4:take", commits=False),
    tapped("seat_handover.take", "offered", GUEST, GROUP, "s:GAME:4:take"),
    Scenario("seat_handover.give_to_stand_in", "offered", _lets_computer),
    Scenario("leave_question.leave_or_stay", "asked to leave", _answers_leaving("leave"), "yes"),
    Scenario("leave_question.leave_or_stay", "asked to leave", _answers_leaving("stay"), "no"),
    Scenario("leave_question.leave_or_stay", "offered", _answers_leaving("stay"), "withdraws"),
    Scenario("seat_handover.come_back", "absent", _comes_back, buttons_stay=True),
    Scenario("messages.group_messages.in_group", "speech", _nominates, "nominates and passes"),
    Scenario("messages.group_messages.in_group", "speech", _nominates_twice, "several words"),
    Scenario("messages.group_messages.in_group", "speech", _is_refused, "in vain"),
    Scenario("messages.group_messages.edited_in_group", "speech", _corrects_oneself),
    Scenario("messages.private_messages.in_private", "speech", _writes_in_private),
    tapped("unknown_buttons.unknown_button", "group", GUEST, GROUP, "nonsense", commits=False),
    tapped("stop.stop_by_button", "speech", LEADER, GROUP, "t:GAME:stop", commits=False),
)
