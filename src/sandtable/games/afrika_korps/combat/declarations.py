"""[8.4, 8.5, 11.4, 11.5, 14.6, 15.322, 23.1, 23.2] Declaring attacks: all of them before the first die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal, may
from sandtable.games.afrika_korps.combat.aftermath import present
from sandtable.games.afrika_korps.combat.division import (
    Attacker,
    Contact,
    Defender,
    Group,
    Sortie,
    Sustained,
    TooHard,
    divide,
    least_losses,
)
from sandtable.games.afrika_korps.combat.eligibility import check_sides, check_supplies
from sandtable.games.afrika_korps.combat.obligations import (
    adjacent_attackers,
    defence_of,
    forced_losses,
    guarded_supplies,
    mandatory_attackers,
    mandatory_defenders,
    victors,
)
from sandtable.games.afrika_korps.combat.resolution import Battle, Resolution
from sandtable.games.afrika_korps.ground.supply import sustaining
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.orders import Attack, Done, Lose, Move, Scrap, Seize
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, attack_of, eliminate, enemy_of


def open_battles(draft: Draft[AfrikaKorps], side: str) -> None:
    """Remove those who cannot attack, take over the automatic victories, and ask when there is anything to declare."""
    _give_up_victories(draft, side)
    while lost := forced_losses(draft.state, side) or Battles.of(draft.state, side).hopeless(draft.state):
        for name, case, why in lost:  # [7.4, 11.9] each loss may doom another
            eliminate(draft, name, case, why)
        _let_lapse(draft)
        _give_up_victories(draft, side)
    battles = Battles.of(draft.state, side)
    if _anything_to_declare(draft.state, side):
        draft.push(battles)
    else:
        draft.push(Resolution.of(side, battles.battles))


def _let_lapse(draft: Draft[AfrikaKorps]) -> None:
    """[9.5] An automatic victory whose last attacker is lost never was one."""
    state = draft.state
    kept = tuple(v for v in state.victories if present(state, v.attackers))
    if kept != state.victories:
        draft.change(victories=kept)


def _give_up_victories(draft: Draft[AfrikaKorps], side: str) -> None:
    """[9.1, 9.5, 14.5, 23.2] An automatic victory that nothing sustains any more, or beside which obligations cannot be
    met that could be met without it, does not stand: its units fight an ordinary battle."""
    state = draft.state
    kept = tuple(v for v in state.victories if sustaining(state, side, present(state, v.attackers)) is not None)
    if kept:
        kept = min(_fewer(kept), key=lambda some: _price(replace(state, victories=some), side))
    for victory in state.victories:
        if victory not in kept:
            draft.note("failed", defenders=list(victory.defenders), attackers=list(victory.attackers), case="9.5")
    if kept != state.victories:
        draft.change(victories=kept)


def _fewer(victories: tuple[AutomaticVictory, ...]) -> list[tuple[AutomaticVictory, ...]]:
    """All of them, then all but one, and so on; the later ones go first."""
    return [some for count in range(len(victories), -1, -1) for some in combinations(victories, count)]


def _price(state: AfrikaKorps, side: str) -> tuple[int, int]:
    """The fights in which no loss would help, and the units that have to be given up in the others."""
    losses = least_losses(Battles.of(state, side).contact(state))
    return sum(not each.sets for each in losses), sum(len(each.sets[0]) for each in losses if each.sets)


def _automatic(state: AfrikaKorps, side: str) -> Iterator[Battle]:
    """[14.5] An automatic victory becomes a battle; a supply that left it is spent too, like its relief."""
    for victory in state.victories:
        attackers = present(state, victory.attackers)
        supplies = tuple(s for s in victory.supplies if s in state.layout.supplies[side])
        if not may(check_supplies, state, side, attackers, victory.defenders, supplies):
            now = sustaining(state, side, attackers, victory.defenders) or ()
            supplies = tuple(dict.fromkeys((*supplies, *now)))
        yield Battle(victory.defenders, attackers, supplies)


def _anything_to_declare(state: AfrikaKorps, side: str) -> bool:
    foe = enemy_of(side)
    stands = state.layout.combat[foe]
    return any(
        there in stands and not state.defeated.issuperset(stands[there])
        for at in state.layout.combat[side]
        for there in board().adjacent[at]
    )


class Battles(Decision[AfrikaKorps], frozen=True):
    """The attacker declares who fights whom until every obligation is met."""

    # Any attackers next to any defenders may be a battle; the list offers plain ones and a whole division.
    exhaustive: ClassVar[bool] = False
    side: str
    battles: tuple[Battle, ...] = ()

    @staticmethod
    def of(state: AfrikaKorps, side: str) -> Battles:
        """With nothing declared but the automatic victories."""
        return Battles(side, tuple(_automatic(state, side)))

    def prompt(self, state: AfrikaKorps) -> str:
        unmet = self.unmet(state)
        if unmet is None:
            return "Every unit that must attack or be attacked has its battle: declare further attacks, or `done`."
        if doomed := self.doomed(state):
            return f"Not every unit that must attack can be given an attack. Eliminate one of: {', '.join(doomed)}."
        return f"Declare your attacks: {unmet.why}."

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        found: dict[Action, None] = {}
        for action in (*self._plain_attacks(state), *self._seizures(state)):
            found.setdefault(action)
        for group in self.division(state) or ():
            fresh = tuple(name for name in group.attackers if name not in self.engaged)
            if fresh and not group.prize:
                found.setdefault(Attack(group.defenders, fresh))
        legal: list[Action] = [action for action in found if self._admits(state, side, action)]
        legal += [Lose(name) for name in self.doomed(state)]
        if self._has_declared(state):
            legal.append(Scrap())
        if self._admits(state, side, Done()):
            legal.append(Done())
        return legal

    def _admits(self, state: AfrikaKorps, side: str, action: Action) -> bool:
        return may(self.check, state, side, action)

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        match action:
            case Attack():
                self._check_attack(state, action)
            case Seize():
                self._check_seize(state, action)
            case Scrap():
                if not self._has_declared(state):
                    raise Refusal("8.6", "there is no declared attack to take back")
            case Lose(unit=name):
                if name not in self.doomed(state):
                    raise Refusal("7.4", f"{name} is not one of the units left without an attack")
            case Done():
                if (unmet := self.unmet(state)) is not None:
                    raise unmet
            case Move():
                raise Refusal("5.3", "all movement ends before the first battle")
            case _:
                raise Refusal("8.6", f"'{action}' cannot be ordered now: attacks are being declared")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        state = draft.state
        match action:
            case Attack(defenders=defenders):
                battle = self._battle(state, action)
                others = tuple(b for b in self.battles if set(b.defenders) != set(defenders))
                draft.swap(replace(self, battles=(*others, battle)))
                odds = Odds.of(attack_of(battle.attackers), defence_of(state, battle.defenders))
                draft.note(
                    "declared",
                    defenders=list(battle.defenders),
                    attackers=list(battle.attackers),
                    supplies=list(battle.supplies),
                    odds=str(odds),
                )
            case Seize(supply=supply, unit=unit):
                draft.swap(replace(self, battles=(*self.battles, Battle((), (unit,), (), supply))))
                draft.note("declared", seizes=supply, attackers=[unit])
            case Scrap():
                draft.swap(Battles.of(state, side))
            case Lose(unit=name):
                draft.pop()
                eliminate(draft, name, *self._doom(state, name))
                _let_lapse(draft)
                open_battles(draft, side)  # the rest redeclare their attacks
            case Done():
                draft.pop()
                draft.push(Resolution.of(side, self.battles))

    # --- who is taken

    @property
    def engaged(self) -> set[str]:
        return {name for battle in self.battles for name in battle.attackers}

    @property
    def named(self) -> set[str]:
        """Supplies that sustain an attack already."""
        return {supply for battle in self.battles for supply in battle.supplies}

    @property
    def targets(self) -> set[str]:
        return {name for battle in self.battles for name in battle.defenders}

    def _seized(self, state: AfrikaKorps) -> set[int]:
        """[15.322] The hexes whose supplies one unit takes."""
        return {state.units[battle.seizes].at for battle in self.battles if battle.seizes}

    def _has_declared(self, state: AfrikaKorps) -> bool:
        """Whether anything is declared beyond the automatic victories, if only that somebody joins one [9.4]."""
        return self.battles != Battles.of(state, self.side).battles

    def _idle(self, state: AfrikaKorps) -> list[str]:
        engaged = self.engaged
        return [name for name in mandatory_attackers(state, self.side) if name not in engaged]

    def _unattacked(self, state: AfrikaKorps) -> list[str]:
        targets = self.targets
        return [name for name in mandatory_defenders(state, self.side) if name not in targets]

    # --- one attack

    def _battle(self, state: AfrikaKorps, action: Attack) -> Battle:
        """The battle an attack makes, or adds to [9.4], with the supplies it will use [14.1, 14.4]."""
        joined = next((b for b in self.battles if set(b.defenders) == set(action.defenders)), None)
        attackers = (*joined.attackers, *action.attackers) if joined else action.attackers
        defenders = joined.defenders if joined else action.defenders
        supplies = tuple(dict.fromkeys((*(joined.supplies if joined else ()), *action.supplies)))
        odds = Odds.of(attack_of(attackers), defence_of(state, defenders))
        covered = may(check_supplies, state, self.side, attackers, defenders, supplies)
        if odds.needs_supply and not action.supplies and not covered:
            fresh = set(state.layout.supplies[self.side]) - self.named
            named = sustaining(state, self.side, attackers, defenders, barred=fresh)  # [14.4] one may serve again
            supplies = (*supplies, *(named or sustaining(state, self.side, attackers, defenders) or ()))
        return Battle(defenders, attackers, tuple(dict.fromkeys(supplies)))

    def _check_attack(self, state: AfrikaKorps, action: Attack) -> None:
        check_sides(state, self.side, action.attackers, action.defenders)
        for name in action.attackers:
            if name in self.engaged:
                raise Refusal("11.7", f"{name} already has its battle")
        joins = any(set(b.defenders) == set(action.defenders) for b in self.battles)
        for name in action.defenders:
            if name in self.targets and not joins:
                raise Refusal("11.7", f"{name} is already being attacked; name the same defenders to join that battle")
        battle = self._battle(state, action)
        odds = Odds.of(attack_of(battle.attackers), defence_of(state, battle.defenders))
        if not odds.allowed:
            strengths = f"{attack_of(battle.attackers)} against {defence_of(state, battle.defenders)}"
            raise Refusal("7.4", f"{strengths} is {odds}")
        if not odds.needs_supply:
            if action.supplies:
                raise Refusal("14.3", f"an attack at {odds} needs no supply")
            return
        if not battle.supplies:
            raise Refusal("14.1", f"an attack at {odds} needs a supply within five hexes of every attacker")
        check_supplies(state, self.side, battle.attackers, battle.defenders, battle.supplies)
        for supply in action.supplies:  # [14.4]
            others = [name for name in battle.supplies if name != supply]
            if others and may(check_supplies, state, self.side, battle.attackers, battle.defenders, others):
                raise Refusal("14.4", f"{' and '.join(others)} reach every attacker; {supply} is not needed")

    def _check_seize(self, state: AfrikaKorps, action: Seize) -> None:
        """[15.322] One unit takes a guarded supply while others fight its guards."""
        foe = enemy_of(self.side)
        at = state.layout.supplies[foe].get(action.supply)
        if at is None:
            raise Refusal("15.322", f"{action.supply} is not an enemy supply on the map")
        if at in fortresses():
            raise Refusal("15.322", "a guarded supply in a fortress cannot be taken by a unit set aside for it")
        if not state.at(at, foe):
            raise Refusal("15.322", f"{action.supply} is not guarded")
        unit = state.units.get(action.unit)
        if unit is None or action.unit not in state.at(unit.at, self.side) or unit.at not in board().adjacent[at]:
            raise Refusal("15.322", f"{action.unit} is not one of your combat units next to {action.supply}")
        if action.unit in self.engaged:
            raise Refusal("11.7", f"{action.unit} already has its battle")
        if at in self._seized(state):
            raise Refusal("15.322", f"only one unit may be set aside for the supplies at {board().name(at)}")

    # --- the whole

    def unmet(self, state: AfrikaKorps) -> Refusal | None:
        """The first obligation the declared battles leave open."""
        for fortress in fortresses():
            if (open_in := self._left_in_fortress(state, fortress) or self._spares_supply(state, fortress)) is not None:
                return open_in
            if (open_out := self._left_around_fortress(state, fortress)) is not None:
                return open_out
        if unattacked := self._unattacked(state):
            return Refusal("8.4", f"{unattacked[0]} has your units in its zone and must be attacked")
        if idle := self._idle(state):
            return Refusal("11.33", f"{idle[0]} is in an enemy zone and must attack")
        return None

    def _left_in_fortress(self, state: AfrikaKorps, fortress: int) -> Refusal | None:
        """[23.1] Units that attack a fortress attack every unit in it."""
        garrison = state.at(fortress, enemy_of(self.side))
        left = [name for name in garrison if name not in self.targets]
        if left and len(left) < len(garrison):
            return Refusal("23.1", f"{left[0]} in {board().name(fortress)} must be attacked too")
        return None

    def _spares_supply(self, state: AfrikaKorps, fortress: int) -> Refusal | None:
        """[14.3] Nobody who is free to refrain storms a fortress at odds that need no supply while units that stand by
        would raise them. It binds the assault as a whole: beside a better attack a soak-off is free [11.6]."""
        garrison = set(state.at(fortress, enemy_of(self.side)))
        assaults = [battle for battle in self.battles if garrison & set(battle.defenders)]
        bound = set(mandatory_attackers(state, self.side))
        by = [n for there in board().adjacent[fortress] for n in state.at(there, self.side)]
        idle = [name for name in by if name not in self.engaged and name not in bound]
        for battle in assaults:
            defence = defence_of(state, battle.defenders)
            if bound & set(battle.attackers) or Odds.of(attack_of(battle.attackers), defence).needs_supply:
                return None
        for battle in assaults:
            if Odds.of(attack_of((*battle.attackers, *idle)), defence_of(state, battle.defenders)).needs_supply:
                names = ", ".join(idle)
                return Refusal(
                    "14.3", f"{', '.join(battle.defenders)} may not be attacked below 1-2 while {names} could join"
                )
        return None

    def _left_around_fortress(self, state: AfrikaKorps, fortress: int) -> Refusal | None:
        """[23.2] Units that attack out of a fortress attack every unit next to it."""
        garrison = set(state.at(fortress, self.side))
        if not garrison & self.engaged:
            return None
        fought = {d for battle in self.battles if garrison & set(battle.attackers) for d in battle.defenders}
        for there in board().adjacent[fortress]:
            for name in state.at(there, enemy_of(self.side)):
                if name not in fought:
                    return Refusal("23.2", f"units that attack out of {board().name(fortress)} must attack {name} too")
        return None

    def division(self, state: AfrikaKorps) -> tuple[Group, ...] | None:
        """A way to complete the battles declared so far, if one is found."""
        try:
            return divide(self.contact(state))
        except TooHard:
            return None

    def doomed(self, state: AfrikaKorps) -> list[str]:
        """[7.4, 11.6] Nobody while a complete division exists; else those of whom the owner must give one up."""
        known: list[str] | None = state.layout.derived.get("doomed")
        if known is None:
            losses = least_losses(Battles.of(state, self.side).contact(state))
            known = sorted({name for fight in losses for lost in fight.sets for name in lost})
            state.layout.derived["doomed"] = known
        return known

    def hopeless(self, state: AfrikaKorps) -> list[tuple[str, str, str]]:
        """Those who are lost without a choice: whatever the division, and no fight in or from a fortress would help."""
        lost = []
        for fight, sets, certain in least_losses(self.contact(state)):
            if certain and len(sets) == 1 and not self.fortress_may_help(state, fight):
                lost += [(name, *self._doom(state, name)) for name in sorted(sets[0])]
        return lost

    def _doom(self, state: AfrikaKorps, name: str) -> tuple[str, str]:
        """The case and the reason why no division has room for a unit."""
        if sustaining(state, self.side, [name]) is None:
            return "11.9", "it is left without an attack that needs no supply"
        return "7.4", "it is left without an attack at 1-6 or better"

    def fortress_may_help(self, state: AfrikaKorps, fight: Contact) -> bool:
        """[23.1, 23.2] Garrisons fight or are fought by choice only, but either may complete a division."""
        attackers = {state.units[a.name].at for a in fight.attackers}
        defenders = {d.at for d in fight.defenders}
        return any(
            (state.at(fortress, self.side) and defenders.intersection(board().adjacent[fortress]))
            or (state.at(fortress, enemy_of(self.side)) and attackers.intersection(board().adjacent[fortress]))
            for fortress in fortresses()
        )

    def contact(self, state: AfrikaKorps) -> Contact:
        """Who must attack and whom, beside the battles declared, with what these entail about fortresses."""
        foe = enemy_of(self.side)
        sorties = tuple(self._sorties(state))
        owed = self._owed(state, sorties)
        volunteers = [name for sortie in sorties for name in sorted(sortie.garrison)] + self._besiegers(state)
        prizes = {
            supply
            for name in mandatory_attackers(state, self.side)
            for supply in guarded_supplies(state, self.side, state.units[name].at)
        }
        seized = self._seized(state)
        automatic = victors(state)
        return Contact(
            attackers=tuple(self._as_attacker(state, name) for name in self._idle(state)),
            defenders=tuple(self._as_defender(state, n) for n in dict.fromkeys((*self._unattacked(state), *owed))),
            fixed=tuple(self._as_group(state, battle) for battle in self.battles if battle.defenders),
            prizes=tuple(sorted(prize for prize in prizes if state.units[prize].at not in seized)),
            victors=tuple(
                self._as_attacker(state, name)
                for name in mandatory_attackers(state, self.side)
                if name in automatic and name in self.engaged
            ),
            victims=tuple(
                self._as_defender(state, name)
                for names in state.layout.combat[foe].values()
                for name in names
                if name in state.defeated
            ),
            volunteers=tuple(self._as_attacker(state, name) for name in volunteers if name not in self.engaged),
            sorties=sorties,
            owed=frozenset(owed),
            sustained=self._sustained(state),
        )

    def _sorties(self, state: AfrikaKorps) -> Iterator[Sortie]:
        """[23.2] The garrisons of which somebody attacks."""
        for fortress in sorted(fortresses()):
            garrison = frozenset(state.at(fortress, self.side))
            if garrison & self.engaged:
                beside = [n for there in board().adjacent[fortress] for n in state.at(there, enemy_of(self.side))]
                yield Sortie(garrison, frozenset(beside))

    def _stormed(self, state: AfrikaKorps) -> Iterator[int]:
        """[23.1] The fortresses in which some are attacked and others are not."""
        for fortress in sorted(fortresses()):
            garrison = state.at(fortress, enemy_of(self.side))
            if 0 < sum(name in self.targets for name in garrison) < len(garrison):
                yield fortress

    def _besiegers(self, state: AfrikaKorps) -> list[str]:
        """[23.1] Units that may join the assault on such a fortress and need not attack elsewhere."""
        bound = mandatory_attackers(state, self.side)
        near = [n for f in self._stormed(state) for there in board().adjacent[f] for n in state.at(there, self.side)]
        return [name for name in near if name not in bound]

    def _owed(self, state: AfrikaKorps, sorties: Sequence[Sortie]) -> list[str]:
        """[23.1, 23.2] Who must be attacked beside others that are."""
        beside = [name for sortie in sorties for name in sorted(sortie.owed)]
        inside = [name for f in self._stormed(state) for name in state.at(f, enemy_of(self.side))]
        return [name for name in (*beside, *inside) if name not in self.targets]

    def _as_attacker(self, state: AfrikaKorps, name: str) -> Attacker:
        here, foe = state.units[name].at, enemy_of(self.side)
        near = {enemy for there in board().adjacent[here] for enemy in state.at(there, foe)}
        near.update(guarded_supplies(state, self.side, here))
        supplied = sustaining(state, self.side, [name]) is not None
        return Attacker(name, counters()[name].attack, frozenset(near), supplied)

    def _sustained(self, state: AfrikaKorps) -> Sustained:
        """[14.2] Who has supply against whom: by the option, the zones of those attacked do not cut the line."""
        known: dict[tuple[str, frozenset[str]], bool] = {}

        def sustained(attacker: Attacker, defenders: tuple[str, ...]) -> bool:
            if attacker.supplied or not state.option("supply-zone"):
                return attacker.supplied
            against = frozenset(defenders)
            if (attacker.name, against) not in known:
                found = sustaining(state, self.side, [attacker.name], against)
                known[attacker.name, against] = found is not None
            return known[attacker.name, against]

        return sustained

    def _as_defender(self, state: AfrikaKorps, name: str) -> Defender:
        return Defender(name, defence_of(state, [name]), state.units[name].at)

    def _as_group(self, state: AfrikaKorps, battle: Battle) -> Group:
        unsupplied = sustaining(state, self.side, battle.attackers, battle.defenders) is None
        defence = defence_of(state, battle.defenders)
        return Group(battle.defenders, defence, attack_of(battle.attackers), unsupplied, battle.attackers, True)

    # --- what is offered

    def _plain_attacks(self, state: AfrikaKorps) -> Iterator[Attack]:
        """Each enemy stack by all who are free and by each of them; each free unit into a battle declared."""
        engaged, targets, foe = self.engaged, self.targets, enemy_of(self.side)
        near: dict[int, list[str]] = {}
        for at, names in state.layout.combat[self.side].items():
            free = [name for name in names if name not in engaged]
            for there in board().adjacent[at]:
                if free and there in state.layout.combat[foe]:
                    near.setdefault(there, []).extend(free)
        for there in sorted(near):
            stack = [name for name in state.at(there, foe) if name not in targets]
            for defenders in [tuple(stack), *([(name,) for name in stack] if len(stack) > 1 else [])]:
                if defenders:
                    yield Attack(defenders, tuple(near[there]))
                    yield from (Attack(defenders, (name,)) for name in near[there] if len(near[there]) > 1)
        for battle in self.battles:
            if battle.defenders:
                places = {state.units[d].at for d in battle.defenders}
                for name in adjacent_attackers(state, self.side, battle.defenders[0]):
                    here = state.units[name].at
                    if name not in engaged and places.issubset(board().adjacent[here]):
                        yield Attack(battle.defenders, (name,))

    def _seizures(self, state: AfrikaKorps) -> Iterator[Seize]:
        for supply, at in state.layout.supplies[enemy_of(self.side)].items():
            if at not in fortresses() and at in state.layout.combat[enemy_of(self.side)]:
                for there in board().adjacent[at]:
                    yield from (Seize(supply, name) for name in state.at(there, self.side))
