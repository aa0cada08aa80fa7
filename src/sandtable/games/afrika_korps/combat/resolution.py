"""[7.3-7.5, 8.6, 9.1, 10.2, 11.7, 14.6, 15.2-15.4] Resolving the declared battles, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Explanation, Refusal, Value, may
from sandtable.games.afrika_korps.combat.aftermath import AfterBattle, OfferMove, offer_advance, present
from sandtable.games.afrika_korps.combat.eligibility import check_sides, check_supplies
from sandtable.games.afrika_korps.combat.losses import exchange
from sandtable.games.afrika_korps.combat.obligations import defence_of
from sandtable.games.afrika_korps.combat.retreats import Retreats, can_survive_retreat, surrounded
from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.orders import Attack, Destroy, Done, Fight, Seize
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds, combat_results, limits
from sandtable.games.afrika_korps.state import (
    AfrikaKorps,
    AutomaticVictory,
    attack_of,
    capture,
    destroy,
    eliminate,
    enemy_of,
    spend,
)

RESULTS = {
    "AE": "A Elim: the attackers are eliminated",
    "AB2": "A back 2: the defender retreats the attackers two hexes",
    "EX": "Exchange: the weaker side is eliminated, the stronger loses at least as many factors",
    "DB2": "D back 2: the attacker retreats the defenders two hexes",
    "DE": "D Elim: the defenders are eliminated",
}


class Battle(Value, frozen=True):
    """One attack as it was declared."""

    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supplies: tuple[str, ...] = ()
    seizes: str = ""  # [15.322] a guarded supply, taken by the one attacker; there are no defenders then


# --- odds


def odds_of(state: AfrikaKorps, battle: Battle) -> Odds:
    """[7.3, 11.1, 11.2] Of the units still on the map, factors added up."""
    defenders = present(state, battle.defenders)
    return Odds.of(attack_of(present(state, battle.attackers)), defence_of(state, defenders))


def explain_odds(state: AfrikaKorps, attackers: Sequence[str], defenders: Sequence[str]) -> Explanation:
    """Every strength and what changes it, the column, and the chance of each result."""
    attack, defence = attack_of(attackers), defence_of(state, defenders)
    odds = Odds.of(attack, defence)
    parts = [
        Explanation(f"attack {attack}", "11.1", tuple(_explain_attack(name) for name in attackers)),
        Explanation(f"defence {defence}", "11.2", tuple(_explain_defence(state, name) for name in defenders)),
        Explanation(f"{attack} to {defence} is {odds}, fractions dropped in favour of the defender", "7.3"),
        *_explain_supply(odds),
        *_explain_results(state, odds, defenders),
    ]
    return Explanation(f"{', '.join(attackers)} against {', '.join(defenders)}: {odds}", "7.3", tuple(parts))


def _explain_attack(name: str) -> Explanation:
    return Explanation(f"{name} attacks with {counters()[name].attack}", "8.7")


def _explain_defence(state: AfrikaKorps, name: str) -> Explanation:
    factor, here = defence_of(state, [name]), state.units[name].at
    basic, where = counters()[name].defence, board().name(here)
    if factor == basic:
        return Explanation(f"{name} at {where} defends with {factor}", "1.26")
    ground = "fortress" if here in fortresses() else "escarpment"
    return Explanation(f"{name} at {where} defends with {factor}: {basic}, doubled by the {ground}", "10.2")


def _explain_supply(odds: Odds) -> list[Explanation]:
    if odds.needs_supply:
        return [Explanation(f"an attack at {odds} needs supply", "14.1")]
    return [Explanation(f"an attack at {odds} needs no supply", "14.3")]


def _explain_results(state: AfrikaKorps, odds: Odds, defenders: Sequence[str]) -> list[Explanation]:
    if not odds.allowed:
        return [Explanation("no attack may be made at worse than 1-6", "7.4")]
    if odds.automatic:
        return [Explanation("the defenders are eliminated without a die roll", "9.1")]
    chances = combat_results().chances(str(odds))
    lines = tuple(Explanation(f"{_percent(chance)} {RESULTS[result]}", "7.5") for result, chance in chances.items())
    found = [Explanation(f"results in the {odds} column", "7.5", lines)]
    trapped = [name for name in defenders if not can_survive_retreat(state, name)]
    if trapped:
        found.append(Explanation(f"surrounded: {', '.join(trapped)} would not survive a retreat", "7.61"))
        if len(trapped) == len(defenders) and odds.index >= limits().surrounded_automatic:
            found.append(
                Explanation(
                    f"{odds} against surrounded defenders is an automatic victory if declared while moving", "9.1"
                )
            )
    return found


def _percent(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator} ({float(chance):.0%})"


# --- resolving


class Resolution(Decision[AfrikaKorps], frozen=True):
    """[8.6] The attacker resolves his battles one at a time, in the order he likes."""

    side: str
    battles: tuple[Battle, ...]  # numbered from 1 as declared
    fought: tuple[int, ...] = ()  # the numbers of those resolved
    retreated: dict[str, int] = {}  # units led back this turn, and the hex they left [11.7, 15.34]

    @staticmethod
    def of(side: str, battles: Iterable[Battle]) -> NextBattle:
        """The frame to push: it asks only if there is something to decide."""
        return NextBattle(Resolution(side, tuple(battles)))

    @property
    def left(self) -> dict[int, Battle]:
        return {number: b for number, b in enumerate(self.battles, 1) if number not in self.fought}

    @property
    def in_use(self) -> tuple[str, ...]:
        """Supplies that battles still to come depend on."""
        return tuple(sorted({supply for battle in self.left.values() for supply in battle.supplies}))

    def is_open(self, state: AfrikaKorps) -> bool:
        """Whether there is anything to decide; supplies can be burnt after combat too [15.4]."""
        if not (state.layout.combat[self.side] and state.layout.combat[enemy_of(self.side)]):
            return False
        if self.left or self._seizures(state) or self._assaults(state):  # [11.7, 15.23]
            return True
        return bool(self.fought and self._destroyable(state))

    def prompt(self, state: AfrikaKorps) -> str:
        if not self.left:
            text = "All battles are resolved; `done` ends the turn."
            led = ", ".join(name for refugees in self._refugees(state) for name in refugees)
            return f"{text} {led} in the fortress may still be attacked." if self._assaults(state) else text
        battles = "; ".join(f"{number}: {title_of(state, battle)}" for number, battle in self.left.items())
        return f"Resolve a battle. {battles}."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return Listing(
            Made(self._ready(state), Fight),
            self._seizures(state),
            self._assaults(state),
            Made(self._destroyable(state), Destroy),
            [] if self.left else [Done()],
        )

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        match action:
            case Fight(battle=number):
                self._check_fight(state, number)
            case Seize():
                self._check_seize(state, action)
            case Attack():
                self._check_assault(state, action)
            case Destroy(unit=supply):
                self._check_destroy(state, supply)
            case Done():
                if self.left:
                    numbers = ", ".join(str(number) for number in self.left)
                    raise Refusal("8.4", f"not every declared battle is resolved; still to come: {numbers}")
            case _:
                raise Refusal("8.6", f"'{action}' cannot be ordered now: battles are being resolved")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        match action:
            case Fight(battle=number):
                self._fight(draft, number)
            case Seize(supply=supply, unit=unit):
                self._seize(draft, supply, unit)
            case Attack():
                self._assault(draft, action)
            case Destroy(unit=supply):
                draft.swap(NextBattle(self))
                destroy(draft, supply)
            case Done():
                draft.pop()

    # --- which battle

    def _ready(self, state: AfrikaKorps) -> list[int]:
        """[9.1] The victims of automatic victories leave before any die is thrown."""
        automatic = [number for number, battle in self.left.items() if _victory(state, battle)]
        return automatic or list(self.left)

    def _check_fight(self, state: AfrikaKorps, number: int) -> None:
        if number in self.fought:
            raise Refusal("11.7", f"battle {number} is already resolved")
        if number not in self.left:
            raise Refusal("8.6", f"there is no battle {number}")
        if number not in self._ready(state):
            first = self._ready(state)[0]
            raise Refusal("9.1", f"automatic victories are carried out before any die roll: battle {first} comes first")

    def _fight(self, draft: Draft[AfrikaKorps], number: int) -> None:
        """[8.6, 14.6, 15.322] Whoever is left of both sides fights; one may be there for the supplies alone."""
        battle = self.battles[number - 1]
        spend(draft, present(draft.state, battle.supplies))
        draft.change(fought=tuple(sorted({*draft.state.fought, *battle.attackers, *battle.defenders})))
        attackers, defenders = present(draft.state, battle.attackers), present(draft.state, battle.defenders)
        after = replace(self, fought=(*self.fought, number))
        if attackers and defenders:
            after._resolve(draft, number, Battle(defenders, attackers, battle.supplies))
            return
        draft.swap(NextBattle(after))
        if battle.seizes:
            self._take_guarded(draft, number, battle)
        else:
            draft.note("lapsed", battle=number, attackers=list(attackers), defenders=list(defenders))

    # --- a battle

    def _resolve(self, draft: Draft[AfrikaKorps], number: int, battle: Battle) -> None:
        """[7.5, 11.7, 15.321, 15.33] The result, who falls back by it, and what is left behind."""
        state = draft.state
        newcomers = self._newcomers(state, battle)
        hexes = tuple(sorted({state.units[name].at for name in battle.defenders}))
        guards = (*battle.defenders, *newcomers, *(name for name, at in self.retreated.items() if at in hexes))
        result = self._result(draft, number, battle, newcomers)
        back = {"AB2": battle.attackers, "DB2": (*battle.defenders, *newcomers)}.get(result, ())
        origins = {name: state.units[name].at for name in back}
        draft.swap(NextBattle(replace(self, retreated={**self.retreated, **origins})))
        draft.push(AfterBattle(self.side, battle.attackers, hexes, guards, newcomers))
        match result:  # [7.5]
            case "automatic":
                _eliminate(draft, (*battle.defenders, *newcomers), "9.1", "automatic victory")
            case "DE":
                _eliminate(draft, (*battle.defenders, *newcomers), "7.5", "D Elim")
            case "AE":
                _eliminate(draft, battle.attackers, "7.5", "A Elim")
            case "EX":
                exchange(draft, battle.attackers, battle.defenders)  # [11.7] newcomers pay nothing
            case _:
                winner = self.side if result == "DB2" else enemy_of(self.side)
                in_use = tuple(sorted({*draft.state.spent, *self.in_use}))  # [15.22]
                draft.push(Retreats(winner, back, in_use))

    def _result(self, draft: Draft[AfrikaKorps], number: int, battle: Battle, newcomers: tuple[str, ...]) -> str:
        """[1.4, 7.5, 9.1] By the die, or without one."""
        state = draft.state
        odds, victory = odds_of(state, battle), _victory(state, battle)
        if odds.automatic or (victory and _is_sealed(state, battle, victory)):
            result, case = "automatic", "9.1"
        else:
            die = draft.roll(f"combat {number}, {title_of(state, battle)}")
            result, case = combat_results().result(str(odds), die), "7.5"
        draft.note(
            "fought",
            battle=number,
            attackers=list(battle.attackers),
            defenders=[*battle.defenders, *newcomers],
            odds=str(odds),
            result=result,
            case=case,
        )
        return result

    def _newcomers(self, state: AfrikaKorps, battle: Battle) -> tuple[str, ...]:
        """[11.7] Units that retreated this turn into a fortress which is attacked now."""
        hexes = sorted({state.units[name].at for name in battle.defenders} & fortresses())
        foe = enemy_of(self.side)
        return tuple(
            name
            for hexagon in hexes
            for name in state.at(hexagon, foe)
            if name in self.retreated and name not in battle.defenders
        )

    # --- units that retreated into a vacant fortress

    def _refugees(self, state: AfrikaKorps) -> list[tuple[str, ...]]:
        """[11.7] The enemies in each fortress that was empty before they were led there this turn."""
        garrisons = [tuple(state.at(fortress, enemy_of(self.side))) for fortress in sorted(fortresses())]
        return [names for names in garrisons if names and all(name in self.retreated for name in names)]

    def _assaults(self, state: AfrikaKorps) -> list[Attack]:
        """By each unit that is free to attack them, and by all together."""
        found: dict[Attack, None] = {}
        for refugees in self._refugees(state):
            beside = board().adjacent[state.units[refugees[0]].at]
            free = [name for there in beside for name in state.at(there, self.side) if self._is_idle(state, name)]
            groups = [*((name,) for name in free), tuple(free)]
            found.update((Attack(refugees, group), None) for group in groups if group)
        return [action for action in found if self._may_assault(state, action)]

    def _is_idle(self, state: AfrikaKorps, name: str) -> bool:
        """[11.8] Whether a unit has had no battle, in which it may have been led back or have come out of a substitute,
        and has none to come."""
        return name not in state.fought and not self._has_battle(name)

    def _may_assault(self, state: AfrikaKorps, action: Attack) -> bool:
        return may(self._check_assault, state, action)

    def _check_assault(self, state: AfrikaKorps, action: Attack) -> None:
        """[11.7, 23.1] Battles are declared before the first die; only units that fell back into an empty fortress can
        still be attacked, all of them together, at any legal odds and with the supply these need."""
        if all(set(action.defenders).isdisjoint(refugees) for refugees in self._refugees(state)):
            raise Refusal(
                "8.6",
                "battles are being resolved: only units that retreated into a vacant fortress can still be attacked",
            )
        check_sides(state, self.side, action.attackers, action.defenders)
        if all(set(action.defenders) != set(refugees) for refugees in self._refugees(state)):
            raise Refusal("23.1", "all units in the fortress must be attacked together")
        for name in action.attackers:
            if not self._is_idle(state, name):
                raise Refusal("11.8", f"{name} already has its battle")
        odds = odds_of(state, Battle(action.defenders, action.attackers))
        if not odds.allowed:
            raise Refusal("7.4", f"{', '.join(action.attackers)} would attack at {odds}")
        if odds.needs_supply:
            supplies = self._supplies_of(state, action)
            if not supplies:
                raise Refusal("14.1", f"an attack at {odds} needs a supply within five hexes of every attacker")
            check_supplies(state, self.side, action.attackers, action.defenders, supplies)
        elif action.supplies:
            raise Refusal("14.3", f"an attack at {odds} needs no supply")

    def _supplies_of(self, state: AfrikaKorps, action: Attack) -> tuple[str, ...]:
        return action.supplies or sustaining(state, self.side, action.attackers, action.defenders) or ()

    def _assault(self, draft: Draft[AfrikaKorps], action: Attack) -> None:
        """[11.7] They fall without a die."""
        state, number = draft.state, len(self.battles) + 1
        odds = odds_of(state, Battle(action.defenders, action.attackers))
        supplies = self._supplies_of(state, action) if odds.needs_supply else ()
        battle = Battle(action.defenders, action.attackers, supplies)
        spend(draft, supplies)
        draft.change(fought=tuple(sorted({*state.fought, *battle.attackers, *battle.defenders})))
        draft.note(
            "fought",
            battle=number,
            attackers=list(battle.attackers),
            defenders=list(battle.defenders),
            odds=str(odds),
            result="automatic",
            case="11.7",
        )
        draft.swap(NextBattle(replace(self, battles=(*self.battles, battle), fought=(*self.fought, number))))
        hexes = (state.units[battle.defenders[0]].at,)
        draft.push(AfterBattle(self.side, battle.attackers, hexes, battle.defenders))
        _eliminate(draft, battle.defenders, "11.7", "attacked after retreating into a vacant fortress")

    # --- supplies

    def _take_guarded(self, draft: Draft[AfrikaKorps], number: int, battle: Battle) -> None:
        """[15.322] One unit takes what lies there while others fight its guards."""
        state, foe = draft.state, enemy_of(self.side)
        at = state.layout.supplies[foe].get(battle.seizes, -1)
        captors = [name for name in present(state, battle.attackers) if at in board().adjacent[state.units[name].at]]
        if at < 0 or not captors:
            draft.note("lapsed", battle=number, attackers=list(battle.attackers), seizes=battle.seizes)
            return
        guards = (*state.at(at, foe), *(name for name, left in self.retreated.items() if left == at))
        for supply in sorted(name for name, there in state.layout.supplies[foe].items() if there == at):
            draft.push(OfferMove(capture(draft, supply, self.side, "15.322"), guards))

    def _seizures(self, state: AfrikaKorps) -> list[Seize]:
        """[15.23] Of supplies alone in a fortress, by a unit next to it that neither fell back nor has a battle."""
        foe = enemy_of(self.side)
        return [
            Seize(supply, name)
            for supply, at in sorted(state.layout.supplies[foe].items())
            if at in fortresses() and not state.at(at, foe)
            for there in board().adjacent[at]
            for name in state.at(there, self.side)
            if name not in self.retreated and not self._has_battle(name)
        ]

    def _has_battle(self, name: str) -> bool:
        return any(name in battle.attackers for battle in self.left.values())

    def _check_seize(self, state: AfrikaKorps, action: Seize) -> None:
        foe = enemy_of(self.side)
        at = state.layout.supplies[foe].get(action.supply, -1)
        if at not in fortresses():
            raise Refusal("15.23", f"{action.supply} is not an enemy supply in a fortress")
        if state.at(at, foe):
            raise Refusal("15.23", f"{action.supply} is guarded: it is captured only when its guards are beaten")
        unit = state.units.get(action.unit)
        if unit is None or unit.at not in board().adjacent[at] or action.unit not in state.at(unit.at, self.side):
            raise Refusal("15.23", f"{action.unit} is not one of your combat units next to {board().name(at)}")
        if action.unit in self.retreated:
            raise Refusal("15.23", f"{action.unit} was driven back this turn and cannot capture anything")
        if self._has_battle(action.unit):
            raise Refusal("15.23", f"{action.unit} must win its battle first")

    def _seize(self, draft: Draft[AfrikaKorps], supply: str, unit: str) -> None:
        """[15.23, 15.24, 16.3] No battle, no supply needed; the captor may move in, the supply moves no more."""
        at = draft.state.units[supply].at
        draft.swap(NextBattle(self))
        capture(draft, supply, self.side, "15.23")
        offer_advance(draft, self.side, (at,), (unit,))

    def _destroyable(self, state: AfrikaKorps) -> list[str]:
        used = {*state.spent, *self.in_use}
        return [supply for supply in state.layout.supplies[self.side] if supply not in used]

    def _check_destroy(self, state: AfrikaKorps, supply: str) -> None:
        if supply not in state.layout.supplies[self.side]:
            raise Refusal("15.4", f"{supply} is not one of your supplies on the map")
        if supply in self.in_use:
            raise Refusal("14.1", f"{supply} has an attack to sustain and cannot be destroyed")
        if supply in state.spent:
            raise Refusal("14.1", f"{supply} is expended and is removed when the turn ends")


class NextBattle(Step[AfrikaKorps], frozen=True):
    """Between battles: ask for the next one, or end the combat when nothing is left to decide."""

    resolution: Resolution

    def run(self, draft: Draft[AfrikaKorps]) -> None:
        if self.resolution.is_open(draft.state):
            draft.swap(self.resolution)
        else:
            draft.pop()


def title_of(state: AfrikaKorps, battle: Battle) -> str:
    """Who fights whom, and at what odds."""
    attackers, defenders = present(state, battle.attackers), present(state, battle.defenders)
    if battle.seizes:
        return f"{', '.join(attackers)} takes {battle.seizes}"
    text = f"{', '.join(attackers)} against {', '.join(defenders)}"
    return f"{text} at {odds_of(state, battle)}" if attackers and defenders else text


def _victory(state: AfrikaKorps, battle: Battle) -> AutomaticVictory | None:
    """The automatic victory that this battle carries out, if it was declared as one."""
    wanted = set(battle.defenders)
    return next((victory for victory in state.victories if wanted and wanted.issubset(victory.defenders)), None)


def _is_sealed(state: AfrikaKorps, battle: Battle, victory: AutomaticVictory) -> bool:
    """[9.1, 9.5] At 5-1 or 6-1, with everyone in place who closed the retreat."""
    if odds_of(state, battle).index < limits().surrounded_automatic:
        return False
    blockers = present(state, (*battle.attackers, *victory.blockers))
    return surrounded(state, battle.defenders, blockers)


def _eliminate(draft: Draft[AfrikaKorps], names: Iterable[str], case: str, why: str) -> None:
    for name in names:
        eliminate(draft, name, case, why)
