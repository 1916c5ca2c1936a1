"""The night: everybody living gets one prompt, whatever the role (S0 4.5, S3 4.5, S4 3.5)."""

from engine.commands import Command, Reason, Verb
from engine.ending import draw_at_dawn, leave
from engine.events import Acted, CancellationLifted, NightClosed, StepBegan, StepName, Told, Topic, Way
from engine.game import Game
from engine.knowledge import Knowledge
from engine.moves import Move
from engine.night import inspect, team_shot
from engine.options import NightTalk
from engine.roles import SUSPECT, Ability, Inspect, Role, Targets
from engine.rules import Step
from engine.state import SeatView
from engine.steps.anytime import SURRENDER


def asked(role: Role) -> tuple[Ability, ...]:
    """What a holder of this role is asked at night; nobody is left without a prompt."""
    return role.abilities or (SUSPECT,)


def has_answered(mine: Knowledge, night: int) -> bool:
    return mine.night == night and len(mine.acted) == len(asked(mine.role))


def may_talk_to(view: SeatView) -> tuple[int, ...]:
    """The team mates to whom the bot passes on what this seat writes in private now.

    The blacks talk in the minute of the meeting and never again (S3 4.2.1), unless the table allows it.
    """
    table, me = view.table, view.me
    at_night = table.step is StepName.NIGHT and table.rules.options.night_talk is NightTalk.TEXT
    if not at_night and table.step is not StepName.MEET:
        return ()
    if me.seat not in table.alive or table.stopped:
        return ()
    return tuple(mate for mate in me.mates if mate != me.seat and mate in table.alive)


def _open(game: Game) -> None:
    game.emit(StepBegan(StepName.NIGHT, game.table.rules.options.night))


def _awaits(view: SeatView) -> bool:
    return not has_answered(view.me, view.table.night)


def _ability(view: SeatView, verb: Verb) -> Ability | Reason:
    """The ability that this seat would use, or decline, with a verb now."""
    me = view.me
    done = [ability for ability, _ in me.acted] if me.night == view.table.night else ()
    for ability in asked(me.role):
        if (verb is ability.verb or verb is ability.decline) and ability.id not in done:
            # The mafia withdraws before the Don wakes (S0 4.5.5-4.5.6).
            return Reason.WRONG_STEP if ability.after and ability.after not in done else ability
    return Reason.ALREADY_DONE


def _aims(view: SeatView, ability: Ability) -> tuple[int, ...]:
    if ability.targets is Targets.ANY_LIVING:
        return view.table.alive
    me = view.me.seat
    return tuple([seat for seat in view.table.alive if seat != me])


def _move(verb: Verb, *, declines: bool = False) -> Move:
    """The same move for every ability that goes by this verb."""

    def given_to(role: Role) -> bool:
        return any(verb in (ability.verb, ability.decline) for ability in asked(role))

    def entitled(view: SeatView) -> Reason | None:
        ability = _ability(view, verb)
        return ability if isinstance(ability, Reason) else None

    def aims(view: SeatView) -> tuple[int, ...]:
        ability = _ability(view, verb)
        return () if isinstance(ability, Reason) else _aims(view, ability)

    def use(game: Game, command: Command) -> None:
        ability = _ability(game.state.view(command.actor), verb)
        assert isinstance(ability, Ability)
        _act(game, command.actor, ability, 0 if declines else command.seats[0])

    if declines:
        return Move(verb, use, entitled, given_to=given_to, answers=True)
    return Move(verb, use, entitled, seats=aims, least=1, most=1, given_to=given_to, answers=True)


def _act(game: Game, seat: int, ability: Ability, target: int) -> None:
    game.emit(Acted(seat, game.table.night, ability.id, target))
    if target and isinstance(ability.effect, Inspect):
        # At once: nothing else in a sport night can change the answer.
        game.emit(Told(seat, Topic.CHECK, (target,), inspect(game.state, ability.effect, target)))


def _complete(game: Game) -> None:
    if game.table.rules.options.early_night_end:
        _close(game)


def _seat_gone(game: Game, _: int) -> None:
    game.complete_if_all_have_answered()


def _close(game: Game) -> None:
    table = game.table
    victim = team_shot(game.state)
    game.emit(NightClosed(table.night, (victim,) if victim else ()))
    if victim in table.alive:
        if leave(game, (victim,), Way.SHOT):
            return
    elif victim and table.cancelled_by == (victim,):
        game.emit(CancellationLifted(table.cancelled_day))
    if draw_at_dawn(game):
        return
    game.go(StepName.BEST_MOVE)


NIGHT = Step(
    name=StepName.NIGHT,
    moves=(
        _move(Verb.SHOOT),
        _move(Verb.HOLD, declines=True),
        _move(Verb.CHECK),
        _move(Verb.SUSPECT),
        _move(Verb.SLEEP, declines=True),
        SURRENDER,
    ),
    open=_open,
    expire=_close,
    awaits=_awaits,
    complete=_complete,
    leads_to=frozenset({StepName.BEST_MOVE, StepName.LAST_WORD, StepName.SPEECH}),
    reads=frozenset({"night", "early_night_end", "reveal_roles", "draw", "night_talk"}),
    seat_gone=_seat_gone,
)
