"""[8.3] Resolving one combat: the defender's support, the die, and its result."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.combat.determined_defence import LIMITED_ADVANCE, RommelsReroll, Yielding, reroll
from sandtable.games.north_africa_41.combat.forecasts import meaning
from sandtable.games.north_africa_41.combat.ledger import told
from sandtable.games.north_africa_41.combat.orders import Reroll, Support
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.combat.support import check_air, check_artillery, commit, defensive_support, use
from sandtable.games.north_africa_41.lines.support_units import is_support
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.results.battle import Battle, Conclusion
from sandtable.games.north_africa_41.results.losses import Toll, is_flak_involved, shrugs_off
from sandtable.games.north_africa_41.results.tables import column, effect, result
from sandtable.games.north_africa_41.state import NorthAfrica


def open_battle(draft: Draft[NorthAfrica], battle: Battle) -> None:
    """[8.3] Push a combat as it was declared; the frame below awaits its outcome."""
    # [8.9.1, 15.2.8] neither artillery nor aircraft in the others
    if battle.kind == "attack" and any(defensive_support(draft.state, battle)):
        draft.push(DefensiveSupport(battle))
    else:
        draft.push(Engagement(battle))


class DefensiveSupport(Decision[NorthAfrica], frozen=True):
    """[8.3, 9.4.1, 18.7.4] The defender answers with Artillery Support, Air Support, both or neither."""

    battle: Battle

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.battle.foe,)

    def prompt(self, state: NorthAfrica) -> str:
        where, odds = board().name(self.battle.at), told(weigh_best(state, self.battle))
        return f"{where} is attacked by {', '.join(self.battle.attackers)} at {odds}: support it, or `support none`."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        guns, planes = defensive_support(state, self.battle)
        every = [[], *([gun] for gun in guns), *([plane] for plane in planes)]
        return [Support(tuple(by)) for by in (*every, *([gun, plane] for gun in guns for plane in planes))]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Support):
            raise Refusal("8.3", "name the support of the defence, or `support none`")
        battle = self.battle
        guns = [name for name in action.by if is_support(name)]
        planes = [name for name in action.by if not is_support(name)]
        if len(guns) > 1:
            raise Refusal("9.4.1", "each combat is limited to one Artillery Support")
        if len(planes) > 1:
            raise Refusal("18.7.4", "only one Air Support marker counts: the shift is given once")
        for name in guns:
            check_artillery(state, battle.foe, name, battle.defenders, (battle.at,))
        for name in planes:
            check_air(state, battle.foe, name, battle.defenders, battle.at)
            if name not in defensive_support(state, battle)[1]:
                raise Refusal("18.6", "no Defensive Air Support while the enemy has Air Superiority")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Support)
        for name in action.by:
            use(draft, self.battle.foe, name)
            draft.note("supported", at=board().name(self.battle.at), by=name, side=self.battle.foe, case="8.3")
        draft.swap(Engagement(replace(self.battle, answer=action.by)))


class Engagement(Step[NorthAfrica], frozen=True):
    """[8.3, 8.5.1, 8.5.3] All support is declared: settle Attack Supply and roll."""

    battle: Battle

    def run(self, draft: Draft[NorthAfrica]) -> None:
        battle = self.battle
        odds = weigh_best(draft.state, battle)
        if odds.overwhelming:
            # [8.5.3] it needs no Attack Supply; what it has was not paid for it
            battle = replace(battle, overwhelming=True, supplied=battle.supplied and not battle.payer)
            decide(draft, battle, odds.place, 0)
            return
        if battle.payer:
            commit(draft, battle.payer)
        die = draft.roll(f"{battle.kind} on {board().name(battle.at)} at {column(odds.column)}")
        if battle.side == "axis" and draft.state.rommel:  # [18.5]
            draft.swap(AttackReroll(battle, odds.column, die))
        else:
            decide(draft, battle, odds.column, die)


class AttackReroll(RommelsReroll, frozen=True):
    """[18.5] An Axis attack has been rolled and Rommel is ready."""

    battle: Battle
    column: int
    die: int

    def prompt(self, state: NorthAfrica) -> str:
        found = result(self.column, self.die)
        return (
            f"A {self.die} at {column(self.column)} means {found} ({meaning(effect(found))}): accept, or reroll with "
            "Rommel?"
        )

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        die = self.die
        if isinstance(action, Reroll):
            die = reroll(draft, f"{self.battle.kind} on {board().name(self.battle.at)}")
        decide(draft, self.battle, self.column, die)


def decide(draft: Draft[NorthAfrica], battle: Battle, place: int, die: int) -> None:
    """[8.3, 10.1] The result: losses first, then what becomes of the defender. The frame on top gives way to it."""
    battle = replace(battle, result=result(place, die))
    effect = battle.effect
    battle = replace(
        battle,
        allowance=LIMITED_ADVANCE if effect.limited_advance else effect.advance,
        limited=effect.limited_advance,
    )
    draft.note(
        "fought",
        at=board().name(battle.at),
        attackers=list(battle.attackers),
        defenders=list(battle.defenders),
        combat=battle.kind,
        odds="10-1" if battle.overwhelming else column(place),
        die=die,
        result=battle.result,
        supplied=battle.supplied,
        case="8.3",
    )
    draft.swap(Yielding(battle) if effect.retreats else Conclusion(battle))
    for toll in reversed(tolls(draft.state, battle)):
        draft.push(toll)


def tolls(state: NorthAfrica, battle: Battle) -> list[Toll]:
    """[10.1, 10.2.1, 10.2.2, 18.1, 18.2] The steps to be lost, in order: a tank to the 88s, the defender's, the
    attacker's."""
    effect = battle.effect
    found: list[Toll] = []
    if battle.result in ("EX", "DRX") and is_flak_involved(state, battle):
        found.append(Toll(battle, "allied", "allied", tanks=True))
    if not shrugs_off(state, battle, battle.result):
        chooser = battle.side if effect.opponent_chooses else battle.foe
        found += [Toll(battle, battle.foe, chooser)] * effect.defender_steps
    chooser = battle.foe if effect.opponent_chooses else battle.side
    found += [Toll(battle, battle.side, chooser)] * effect.attacker_steps
    return found
