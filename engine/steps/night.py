"""The night: in every wave all living players get a prompt, whatever their role (S0 4.5, S3 4.5, S4 3.5).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Iterator

from engine.ability_effects import Inspect, Jail
from engine.commands import Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_day
from engine.draw_conditions import draw_at_dawn
from engine.ending import leave, lost_by_misses
from engine.events import (
    Acted,
    AlibiGiven,
    CancellationLifted,
    CopySet,
    Imprisoned,
    NightClosed,
    StepBegan,
    StepName,
    TeamShot,
    Told,
    Topic,
    VoteTaken,
    Way,
)
from engine.game import Game
from engine.legal_moves import Move
from engine.night_resolution import Ledger, extra_shot_due, inspect, resolve
from engine.options import BestMoveTime, DoctorSelf, NightTalk
from engine.roles import SUSPECT, Ability, Aim, Role
from engine.rules import Step
from engine.state import SeatView, State
from engine.steps.time_out_and_surrender import SURRENDER
from engine.table import Table

OTHERS = (Aim.NOT_ONESELF,)
NO_TALK = NightTalk.OFF
EXTRA_WAVE = 3
"""Number of the wave that is played only if the mafia has killed one who posed as its member."""


def asked(view: SeatView) -> tuple[Ability, ...]:
    """Returns the abilities for which this seat is prompted in the present wave."""
    table, me = view.table, view.me
    if table.nobody_dies_tonight:
        asked_of = table.rules.asked_in_peace
    elif table.prisoners and me.seat in table.prisoners:
        asked_of = table.rules.asked_in_prison
    else:
        asked_of = table.rules.asked
    return asked_of[me.role.id][table.wave]


def teams_talk(table: Table) -> bool:
    """Whether the bot now passes on messages within a team; depends only on what everybody may know.

    A team talks in the minute of the meeting and never again (S3 4.2.1), or not even then (S2 course 2), unless
    the table allows it.
    """
    rules = table.rules
    by_text = rules.options.night_talk is NightTalk.TEXT
    meeting = table.step is StepName.MEET and (by_text or not rules.ruleset.meets_in_silence)
    return (meeting or (by_text and table.step is StepName.NIGHT)) and not table.stopped


def may_talk_to(view: SeatView) -> tuple[int, ...]:
    """Returns the team mates to whom the bot now passes on what this seat writes in private."""
    table, me = view.table, view.me
    if not teams_talk(table) or me.seat not in table.alive or me.seat in table.prisoners:
        return ()
    return tuple(
        mate for mate in me.mates if mate != me.seat and mate in table.alive and mate not in table.prisoners
    )


# --- prompts and answers ---------------------------------------------------------------------------------------


def has_answered(view: SeatView) -> bool:
    """Whether this seat has answered at least one prompt of the present wave."""
    table, me = view.table, view.me
    return me.night == table.night and me.wave == table.wave and bool(me.acted)


def _awaits(view: SeatView) -> bool:
    return not has_answered(view) or len(view.me.acted) < len(asked(view))


def _ability(view: SeatView, verb: Verb) -> Ability | Reason:
    """Returns the ability that this seat would now use or decline with a verb, or why it cannot."""
    me, table = view.me, view.table
    acted = me.acted if me.night == table.night and me.wave == table.wave else ()
    done = [ability for ability, _ in acted] if acted else ()
    reason: Reason | None = None
    for ability in asked(view):
        if verb in ability.verbs and not (verb is Verb.SHOOT and table.nobody_dies_tonight):
            if ability.id not in done:
                # The mafia withdraws before the Don wakes (S0 4.5.5-4.5.6).
                waits = ability.after and ability.after not in done and not table.nobody_dies_tonight
                return Reason.WRONG_STEP if waits else ability
            reason = Reason.ALREADY_DONE
    return reason or _why_never(view, verb)


def _why_never(view: SeatView, verb: Verb) -> Reason:
    """Returns the refusal of a verb that is not asked for: wrong time if the role has it, else not allowed."""
    if view.me.seat in view.table.prisoners:
        return Reason.NOT_ALLOWED
    own = any(verb in ability.verbs for ability in view.me.role.abilities)
    return Reason.WRONG_STEP if own else Reason.NOT_ALLOWED


def _aims(view: SeatView, ability: Ability) -> tuple[int, ...]:
    me, alive = view.me, view.table.alive
    if ability.aims == OTHERS:
        seat = me.seat
        return tuple([other for other in alive if other != seat])
    if not ability.aims:
        return alive
    forbidden: set[int] = set()
    for aim in ability.aims:
        match aim:
            case Aim.NOT_ONESELF:
                forbidden.add(me.seat)
            case Aim.NOT_TWICE_RUNNING:
                forbidden.update(t for n, a, t in me.history if a == ability.id and n == view.table.night - 1)
            case Aim.AS_DOCTORS_MAY:
                forbidden.update(_not_to_be_healed(view, ability))
    return tuple([seat for seat in alive if seat not in forbidden])


def _not_to_be_healed(view: SeatView, ability: Ability) -> Iterator[int]:
    """Yields whom the doctor may not choose: by S1 oneself a second time and the same patient two nights running,
    by S2 oneself."""
    me, options = view.me, view.table.rules.options
    chosen = [(night, target) for night, used, target in me.history if used == ability.id]
    if not options.doctor_twice:
        yield from (target for night, target in chosen if night == view.table.night - 1)
    never = options.doctor_self is DoctorSelf.NEVER
    if never or (options.doctor_self is DoctorSelf.ONCE and any(target == me.seat for _, target in chosen)):
        yield me.seat


def _move(verb: Verb, *, declines: bool = False) -> Move:
    """Returns the move of all abilities that use this verb."""

    def given_to(role: Role) -> bool:
        return verb in SUSPECT.verbs or any(verb in ability.verbs for ability in role.abilities)

    def entitled(view: SeatView) -> Reason | None:
        ability = _ability(view, verb)
        return ability if isinstance(ability, Reason) else None

    def aims(view: SeatView) -> tuple[int, ...] | Reason:
        ability = _ability(view, verb)
        return ability if isinstance(ability, Reason) else _aims(view, ability)

    def use(game: Game, command: Command) -> None:
        ability = _ability(game.state.views[command.actor], verb)
        assert isinstance(ability, Ability)
        _act(game, command.actor, ability, verb, 0 if declines else command.seats[0])

    if declines:
        return Move(verb, use, entitled, given_to=given_to, answers=True)
    return Move(verb, use, seats=aims, least=1, most=1, given_to=given_to, answers=True)


def _act(game: Game, seat: int, ability: Ability, verb: Verb, target: int) -> None:
    table, rules = game.table, game.table.rules
    game.emit(Acted(seat, table.night, table.wave, ability.id, verb, target))
    if rules.answers_at_once:
        for effect in ability.effects(verb):
            if isinstance(effect, Inspect):
                answer = inspect(game.state.views[target].me.role, effect.asks)
                game.emit(Told(seat, Topic.CHECK, (target,), answer))
    if ability.by_team and rules.options.night_talk is not NO_TALK:
        _show_choice(game, seat, ability, target)


def _show_choice(game: Game, seat: int, ability: Ability, target: int) -> None:
    """Tells a choice to the members of the team who are asked too: the team agrees by signs (S2)."""
    for mate in game.table.alive:
        if mate != seat and ability in asked(game.state.views[mate]):
            game.emit(Told(mate, Topic.CHOICE, (seat, target)))


# --- waves -----------------------------------------------------------------------------------------------------


def _open(game: Game) -> None:
    _open_wave(game, next((wave for wave in _waves(game) if _is_played(game.state, wave)), 1))


def _waves(game: Game) -> range:
    return range(1, min(len(game.table.rules.ruleset.waves), EXTRA_WAVE - 1) + 1)


def _open_wave(game: Game, wave: int) -> None:
    game.emit(StepBegan(StepName.NIGHT, game.table.rules.options.night, wave=wave))


def _is_played(state: State, wave: int) -> bool:
    """Whether the wave takes place; it is left out only if all players know that nobody can act in it."""
    rules, table = state.table.rules, state.table
    seats = table.alive if rules.options.reveal_roles else range(1, table.size + 1)
    asked_of = rules.asked_in_peace if table.nobody_dies_tonight else rules.asked
    return any(asked_of[state.views[seat].me.role.id][wave] != (SUSPECT,) for seat in seats)


def _complete(game: Game) -> None:
    if game.table.rules.options.early_night_end:
        _close_wave(game)


def _seat_gone(game: Game, _: int) -> None:
    game.complete_if_all_have_answered()


def _close_wave(game: Game) -> None:
    """Gives the answers of this wave and opens the next one, or ends the night."""
    wave = game.table.wave
    last = wave >= _waves(game)[-1]
    if last and wave < EXTRA_WAVE and extra_shot_due(game.state):
        _open_wave(game, EXTRA_WAVE)
        return
    ledger = resolve(game.state)
    if not game.table.rules.answers_at_once:
        _tell(game, ledger, (wave, EXTRA_WAVE - 1) if wave == EXTRA_WAVE else (wave,))
    following = next((later for later in _waves(game) if later > wave and _is_played(game.state, later)), 0)
    if following:
        _open_wave(game, following)
    else:
        _close(game, ledger)


def _tell(game: Game, ledger: Ledger, waves: tuple[int, ...]) -> None:
    dead = {} if game.table.rules.ruleset.the_dead_act else ledger.dead()
    now = {ability.id for wave in waves for ability in game.table.rules.ruleset.waves[wave - 1]}
    for ability, message in ledger.told:
        if ability in now and (message.topic is Topic.CHECK or message.seat not in dead):
            game.emit(message)


# --- the morning -----------------------------------------------------------------------------------------------


def _close(game: Game, ledger: Ledger) -> None:
    table = game.table
    ruleset = table.rules.ruleset
    team_victim = next(iter(ledger.team_shots.values()), 0)
    victims = tuple(sorted(ledger.dead()))
    if ruleset.misses_that_lose and not table.nobody_dies_tonight:
        game.emit(TeamShot(table.night, team_victim))
    first = table.night == table.rules.first_shooting_night
    names = first and table.rules.options.best_move_time is not BestMoveTime.NEVER
    entitled = victims if ruleset.every_victim_names else tuple(s for s in victims if s == team_victim)
    game.emit(NightClosed(table.night, victims, entitled if names else ()))
    _announce(game, ledger, victims)
    falling = tuple(seat for seat in victims if seat in table.alive)
    if falling:
        if leave(game, falling, Way.SHOT):
            return
    elif victims and table.cancelled_by == victims:
        game.emit(CancellationLifted(table.cancelled_day))
    if draw_at_dawn(game) or lost_by_misses(game):
        return
    if StepName.BEST_MOVE in table.rules.steps:
        game.go(StepName.BEST_MOVE)
    else:
        begin_day(game)


def _announce(game: Game, ledger: Ledger, victims: tuple[int, ...]) -> None:
    """Announces prison, lost votes and alibis of the night, and stores secretly who copies whose vote."""
    state, table = game.state, game.table
    living = [seat for seat in table.alive if seat not in victims]
    warden = any(state.views[seat].me.role.does(Jail) for seat in living)
    jailed = tuple(s for s in living if warden and s in ledger.jailed and s not in table.prisoners)
    silenced = tuple(s for s in living if s in ledger.silenced)
    alibis = tuple(s for s in living if s in ledger.alibis)
    for seats, topic in ((jailed, Topic.JAILED), (silenced, Topic.SILENCED)):
        for seat in seats:
            game.emit(Told(seat, topic))
    if jailed:
        game.emit(Imprisoned(jailed))
    if silenced:
        game.emit(VoteTaken(silenced))
    if alibis:
        game.emit(AlibiGiven(alibis))
    for by, seat in ledger.copied:
        if seat in living and by in living:
            game.emit(CopySet(seat, by))


NIGHT_VERBS = (
    Verb.SHOOT,
    Verb.CHECK,
    Verb.HEAL,
    Verb.VISIT,
    Verb.GUARD,
    Verb.CHARM,
    Verb.BLOCK,
    Verb.FRAME,
    Verb.SILENCE,
    Verb.COPY,
    Verb.SUSPECT,
)


def night_step(*verbs: Verb) -> Step:
    """Returns the step of a night in which roles use these verbs."""
    return Step(
        name=StepName.NIGHT,
        moves=(
            *(_move(verb) for verb in NIGHT_VERBS if verb in verbs or verb is Verb.SUSPECT),
            _move(Verb.HOLD, declines=True),
            _move(Verb.SLEEP, declines=True),
            SURRENDER,
        ),
        open=_open,
        expire=_close_wave,
        awaits=_awaits,
        complete=_complete,
        seat_gone=_seat_gone,
        leads_to=frozenset(
            {StepName.NIGHT, StepName.BEST_MOVE, StepName.LAST_WORD, StepName.SPEECH, StepName.DISCUSSION}
        ),
        reads=frozenset(
            {
                *("night", "early_night_end", "reveal_roles", "draw", "night_talk", "lover_alibi", "void_check"),
                *("doctor_self", "doctor_twice", "first_night_kill"),
            }
        ),
    )
