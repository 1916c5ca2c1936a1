"""What the choices of a night lead to: abilities take effect in the order of the night, kept in a ledger.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from typing import assert_never

from engine.ability_effects import (
    Agreement,
    Alibi,
    Asks,
    Block,
    CopyVote,
    Disguise,
    Effect,
    Expose,
    Guard,
    Guess,
    Inspect,
    Jail,
    Kill,
    Protect,
    Silence,
    TeamKill,
    in_force,
)
from engine.events import Acted, Told, Topic
from engine.options import VoidCheck
from engine.role_catalogue.box import EXTRA_SHOT, MAFIA_SHOT
from engine.roles import Ability, Rank, Role
from engine.state import State

FAILED = "failed"


class Ledger:
    """What has come about so far in this night."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.options = state.table.rules.options
        self.blocked: set[int] = set()
        self.protected: set[int] = set()
        self.guards: dict[int, list[int]] = {}
        self.looks: dict[int, str] = {}
        """Seats that look like another role."""
        self.shots: list[tuple[int, int]] = []
        """Moment and target of every shot that was fired."""
        self.team_shots: dict[str, int] = {}
        self.told: list[tuple[str, Told]] = []
        """Private answers, each with the ability that asked."""
        self.jailed: list[int] = []
        self.wardens = tuple(seat for seat in state.table.alive if state.views[seat].me.role.does(Jail))
        self.silenced: list[int] = []
        self.copied: list[tuple[int, int]] = []
        self.alibis: list[int] = []

    def dead(self) -> dict[int, int]:
        """Who dies of the shots so far, and at which moment."""
        dead: dict[int, int] = {}
        saved = set(self.protected)
        for moment, target in sorted(self.shots):
            if target in saved or target in dead:
                continue
            standing = [g for g in self.guards.get(target, ()) if dead.get(g, moment) >= moment]
            if not standing:
                dead[target] = moment
                continue
            saved.add(target)  # stepping in saves from every shot of this night
            if standing[0] not in self.protected:
                dead.setdefault(standing[0], moment)
        return dead

    def in_prison(self, seat: int) -> bool:
        """At this moment of the night: whoever is there goes free when no warden is left (S2)."""
        if seat not in self.jailed and seat not in self.state.table.prisoners:
            return False
        dead = self.dead()
        return any(warden not in dead for warden in self.wardens)

    def role_of(self, seat: int) -> Role:
        return self.state.views[seat].me.role

    def looks_like(self, seat: int) -> Role:
        if seat not in self.looks:
            return self.role_of(seat)
        return self.state.table.rules.ruleset.roles[self.looks[seat]]


def resolve(state: State, stop_after: str = "") -> Ledger:
    """Carry out all choices of this night in the order of the rules."""
    ledger = Ledger(state)
    ruleset = state.table.rules.ruleset
    choices = state.choices_of(state.table.night)
    for moment, together in enumerate(ruleset.night_order):
        dead = {} if ruleset.the_dead_act else ledger.dead()
        for ability in together:
            acts = [act for act in choices if act.ability == ability.id and act.seat not in dead]
            if not ability.by_team:
                acts.sort(key=lambda act: act.seat)  # who tapped first must not matter
            _use(ledger, moment, ability, acts)
            if ability.id == stop_after:
                return ledger
    return ledger


def _use(ledger: Ledger, moment: int, ability: Ability, acts: list[Acted]) -> None:
    if ability.by_team:
        target = _team_target(ledger, ability, acts)
        ledger.team_shots[ability.id] = target
        if target:
            ledger.shots.append((moment, target))
        return
    for act in acts:
        if not act.target:
            continue
        if act.seat in ledger.blocked or ledger.in_prison(act.seat):
            _come_to_nothing(ledger, ability, act)
            continue
        for effect in ability.effects(act.verb):
            if in_force(effect, ledger.options):
                apply(ledger, moment, ability, act, effect)


def _come_to_nothing(ledger: Ledger, ability: Ability, act: Acted) -> None:
    """A void ability looks normal while it is used; only a question stays visibly unanswered."""
    asked = any(isinstance(effect, Inspect) for effect in ability.effects(act.verb))
    if asked and ledger.options.void_check is VoidCheck.FAILED:
        ledger.told.append((ability.id, Told(act.seat, Topic.CHECK, (act.target,), FAILED)))


def _team_target(ledger: Ledger, ability: Ability, acts: list[Acted]) -> int:
    table = ledger.state.table
    (shot,) = ability.effects(ability.verbs[0])
    assert isinstance(shot, TeamKill)
    members = [seat for seat in table.alive if ability in ledger.role_of(seat).abilities]
    if shot.agreement is Agreement.ALL:
        aimed = {act.seat: act.target for act in acts if act.seat not in ledger.blocked}
        # Whoever was removed after having fired or held fire has done so all the same (S0 4.5.5, S3 4.5.5, S1).
        targets = {aimed.get(seat, 0) for seat in (*members, *(act.seat for act in acts))}
        return targets.pop() if len(targets) == 1 else 0
    able = [
        seat
        for seat in members
        if not ledger.in_prison(seat)
        and seat not in ledger.blocked
        and ledger.role_of(seat).side is ledger.role_of(seat).team
    ]
    return _most_chosen([act.target for act in acts if act.target]) if able else 0


def _most_chosen(targets: list[int]) -> int:
    """Ties go to the seat that reached the number first."""
    best, best_count = 0, 0
    for place, target in enumerate(targets, start=1):
        count = targets[:place].count(target)
        if count > best_count:
            best, best_count = target, count
    return best


def apply(ledger: Ledger, moment: int, ability: Ability, act: Acted, effect: Effect) -> None:
    """One effect of one actor on one target."""
    actor, target = act.seat, act.target
    match effect:
        case Kill(spares):
            if ledger.role_of(target).id not in spares:
                ledger.shots.append((moment, target))
        case Protect():
            ledger.protected.add(target)
        case Guard():
            ledger.guards.setdefault(target, []).append(actor)
        case Block():
            ledger.blocked.add(target)
        case Disguise(role):
            ledger.looks[target] = role
        case Inspect(asks):
            answer = inspect(ledger.looks_like(target), asks)
            ledger.told.append((ability.id, Told(actor, Topic.CHECK, (target,), answer)))
        case Expose():
            ledger.told.append((ability.id, Told(target, Topic.PRIEST, (actor,))))
        case Jail(sides):
            if ledger.looks_like(target).side.value in sides:
                ledger.jailed.append(target)
        case Silence():
            ledger.silenced.append(target)
        case CopyVote():
            ledger.copied.append((actor, target))
        case Alibi():
            ledger.alibis.append(target)
        case Guess() | TeamKill():
            pass
        case _:
            assert_never(effect)


def inspect(role: Role, asks: Asks) -> str:
    match asks:
        case Asks.SIDE:
            return role.side.value
        case Asks.ROLE:
            return role.id
        case Asks.LEADER:
            return "leader" if role.rank is Rank.LEADER else "not-leader"
        case Asks.SHERIFF | Asks.COMMISSAR:
            return asks.value if role.id == asks.value else f"not-{asks.value}"


def extra_shot_due(state: State) -> bool:
    """The mafia has killed the sleepwalker, and somebody is there to shoot again (S2)."""
    table = state.table
    if not any(EXTRA_SHOT in together for together in table.rules.ruleset.night_order):
        return False
    ledger = resolve(state, stop_after=MAFIA_SHOT.id)
    victim = ledger.team_shots.get(MAFIA_SHOT.id, 0)
    if not victim or victim not in ledger.dead() or EXTRA_SHOT in ledger.role_of(victim).abilities:
        return False
    role = ledger.role_of(victim)
    poses = role.team is not None and role.team is not role.side
    free = (seat for seat in table.alive if seat not in table.prisoners)
    return poses and any(EXTRA_SHOT in ledger.role_of(seat).abilities for seat in free)
