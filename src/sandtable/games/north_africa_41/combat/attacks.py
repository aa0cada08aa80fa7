"""[8.1, 8.2, 8.4] Attacks: who may attack whom and with whom, how one begins, and Breakthrough Combat [15.2.8]."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.combat.orders import Attack, Support
from sandtable.games.north_africa_41.combat.resolution import open_battle
from sandtable.games.north_africa_41.combat.strength import nations_of, weigh, weigh_best, weigh_supplied
from sandtable.games.north_africa_41.combat.support import (
    check_air,
    check_artillery,
    check_payer,
    fire,
    payers,
    pays_already,
    use,
)
from sandtable.games.north_africa_41.ground.fitness import TRANSPORT_CASES
from sandtable.games.north_africa_41.map import board, escarpment, is_road
from sandtable.games.north_africa_41.pieces.assets import has_marker, use_marker
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.stacking import fits, open_stacking
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.orders import Choose
from sandtable.games.north_africa_41.results.battle import Battle, Kind, present
from sandtable.games.north_africa_41.results.tables import LOWEST, column, odds_name
from sandtable.games.north_africa_41.state import GOOD, NorthAfrica, enemy_of, face_of, is_combat, side_of, write_books

COMANDO = "comando-supremo"


# --- who may attack


def check_attacker(state: NorthAfrica, side: Side, name: str, at: int) -> None:
    """[8.1, 9.6] Refuse a unit that cannot attack a hex."""
    check_able(state, side, name)
    origin = state.units[name].at
    if at not in board().adjacent[origin]:
        here, there = board().name(origin), board().name(at)
        beside = at in board().neighbours[origin]
        why = f"no unit can cross from {here} to {there}" if beside else f"{name} at {here} is not adjacent to {there}"
        raise Refusal("8.1", why)
    if not can_cross(name, origin, at):
        raise Refusal("9.6", f"{name} is a Vehicle Unit and may attack across an escarpment only along a road")


def can_cross(name: str, origin: int, at: int) -> bool:
    """[9.6] Vehicle Units attack across an escarpment only along a road; other Mechanised Units need none."""
    return not counters()[name].vehicle or not escarpment(origin, at) or is_road(origin, at)


def check_able(state: NorthAfrica, side: Side, name: str) -> None:
    """[5.9.1, 8.1, 8.9.1, 13.2.1, 19.5, 21.1.4] Refuse a unit that cannot attack at all this phase."""
    unit = state.units.get(name)
    if unit is None or side_of(name) != side or unit.at < 0:
        raise Refusal("8.1", f"{name} is not a unit of yours on the map")
    if not is_combat(name):
        raise Refusal("8.1", f"{name} is not a Combat Unit")
    if face_of(state, name).attack == 0:
        raise Refusal("8.1", f"{name} has no Attack Strength")
    if unit.order != GOOD:
        raise Refusal("13.2.1", f"{name} is not in Good Order and cannot attack")
    if unit.transport:
        raise Refusal(TRANSPORT_CASES[unit.transport], f"{name} has been transported and cannot attack")
    if any(name in each.units for each in state.shattered):
        raise Refusal("8.9.1", f"{name} took part in an Automatic DS and cannot attack")
    if name in state.fought:
        raise Refusal("8.1", f"{name} has already fought this Combat Phase")
    if received_replacement(state, side, unit.at):
        raise Refusal("19.5", f"a Replacement was received at {board().name(unit.at)}: no unit may attack from there")


def received_replacement(state: NorthAfrica, side: str, at: int) -> bool:
    """[19.5] A Replacement marker on a Combat Unit prevents all combat out of the hex."""
    return any(state.units[name].replaced for name in state.at(at, side))


def is_able(state: NorthAfrica, side: Side, name: str) -> bool:
    return may(check_able, state, side, name)


# --- whom


def check_target(state: NorthAfrica, side: Side, at: int) -> None:
    """[8.1, 8.7, 12.3] Refuse a hex that cannot be attacked."""
    foe, name = enemy_of(side), board().name(at)
    defenders = state.at(at, foe)
    if not defenders:
        if state.non_combat_at(at, foe) or at in state.books[foe].stores:
            raise Refusal("8.7", f"there are only Non-Combat Units at {name}: simply enter the hex")
        raise Refusal("8.1", f"there is no enemy Combat Unit at {name}")
    if not can_be_attacked(state, side, at):
        raise Refusal("8.1", f"{name} has already been attacked this phase")


def can_be_attacked(state: NorthAfrica, side: Side, at: int) -> bool:
    """[8.1, 12.3] Nobody is attacked twice. Units that were attacked and retreated do not shield a hex of others, and
    are not attacked by themselves."""
    defenders = state.at(at, enemy_of(side))
    struck = [name for name in defenders if name in state.struck]
    return len(struck) < len(defenders) and all(state.retreats.get(name) for name in struck)


# --- with whom


def check_command(state: NorthAfrica, side: Side, units: Sequence[str]) -> None:
    """[8.4.1, 8.4.2]"""
    nations = nations_of(units)
    if side == "axis":
        if len(nations) > 1 and not may_mix(state):
            raise Refusal("8.4.1", "Germans and Italians may attack together only with Comando Supremo")
        return
    if len(nations) > limits().nations_in_attack:
        told = ", ".join(sorted(nations))
        raise Refusal("8.4.2", f"at most {limits().nations_in_attack} nationalities may attack together, not {told}")
    if count_tanks(units) > limits().tanks_in_attack:
        raise Refusal("8.4.2", f"at most {plural(limits().tanks_in_attack, 'Allied Tank Unit')} may attack together")


def may_mix(state: NorthAfrica) -> bool:
    """[8.4.1] Whether Comando Supremo is in effect or ready."""
    return state.comando or has_marker(state, "axis", COMANDO)


def count_tanks(units: Sequence[str]) -> int:
    return sum(counters()[name].tank for name in units)


def call_comando(draft: Draft[NorthAfrica], units: Sequence[str]) -> None:
    """[8.4.1] The first mixed attack of an impulse takes the marker; it lasts until the impulse ends."""
    if side_of(units[0]) != "axis" or len(nations_of(units)) == 1 or draft.state.comando:
        return
    use_marker(draft, "axis", COMANDO)
    draft.change(comando=True)
    draft.note("commanded", what=COMANDO, case="8.4.1")


# --- one attack


def battle_of(
    state: NorthAfrica,
    side: Side,
    units: Sequence[str],
    at: int,
    kind: Kind = "attack",
    payer: str = "",
    artillery: str = "",
    air: str = "",
) -> Battle:
    """A combat of these units, where they stand, against a hex."""
    defenders = tuple(state.at(at, enemy_of(side)))
    inert = spent_defenders(state, defenders) if kind == "attack" else ()
    origins = tuple(state.units[name].at for name in units)
    return Battle(
        side=side,
        at=at,
        attackers=tuple(units),
        origins=origins,
        kind=kind,
        defenders=defenders,
        inert=inert,
        payer=payer,
        supplied=bool(payer),
        artillery=artillery,
        air=air,
    )


def spent_defenders(state: NorthAfrica, defenders: Sequence[str]) -> tuple[str, ...]:
    """[12.3] Units that retreated this phase into a hex of others. Where all in the hex have retreated, those attacked
    already: whoever gave way to a Breakthrough Combat and stands by himself defends as he is."""
    retreated = tuple(name for name in defenders if state.retreats.get(name))
    if len(retreated) < len(defenders):
        return retreated
    return tuple(name for name in retreated if name in state.struck)


def read_hex(name: str) -> int:
    return board().named_hex(name, "8.1")


def check_units(state: NorthAfrica, side: Side, units: Sequence[str], at: int) -> None:
    """[8.1, 8.2, 8.4] Refuse attackers that cannot attack this hex together."""
    check_target(state, side, at)
    if len(set(units)) < len(units):
        raise Refusal("8.2", "a unit is named twice")
    for name in units:
        check_attacker(state, side, name, at)
    check_command(state, side, units)


def check_attack(state: NorthAfrica, side: Side, action: Attack) -> None:
    """[8.3] Refuse an attack that cannot be declared."""
    at, units = read_hex(action.at), action.units
    check_units(state, side, units, at)
    hexes = [state.units[name].at for name in units]
    if action.supply:
        check_payer(state, side, action.supply, units, hexes)
    if action.artillery:
        check_artillery(state, side, action.artillery, units, hexes, action.supply)
    if action.air:
        check_air(state, side, action.air, units, at)
    odds = weigh_best(state, read_attack(state, side, action))
    if odds.place < LOWEST:
        raise Refusal("8.8.3", f"this attack is at {odds_name(odds.place)}; less than {column(LOWEST)} is not allowed")


def read_attack(state: NorthAfrica, side: Side, action: Attack) -> Battle:
    return battle_of(
        state, side, action.units, read_hex(action.at), payer=action.supply, artillery=action.artillery, air=action.air
    )


def begin(draft: Draft[NorthAfrica], battle: Battle) -> None:
    """[8.1, 8.3, 17.4] Declare an attack: it has its attackers and defenders, and what supports it is used."""
    state = draft.state
    struck = dict.fromkeys((*state.struck, *battle.defenders))
    draft.change(fought=(*state.fought, *battle.attackers), struck=tuple(struck))
    if state.books[battle.side].restful:
        write_books(draft, battle.side, restful=False)
    call_comando(draft, battle.attackers)
    draft.note(
        "attacked",
        at=board().name(battle.at),
        attackers=list(battle.attackers),
        defenders=list(battle.defenders),
        supply=battle.payer,
        artillery=battle.artillery,
        air=battle.air,
        case="8.3",
    )
    if battle.artillery:
        fire(draft, battle.side, battle.artillery, battle.payer)
    if battle.air:
        use(draft, battle.side, battle.air)
    open_battle(draft, battle)


# --- Breakthrough Combat


def open_breakthrough(draft: Draft[NorthAfrica], battle: Battle, group: Sequence[str], at: int) -> None:
    """[15.2.8] Breakthrough Combat of a group against an adjacent hex, in the advance after `battle`. The frame on top
    is an `Awaiting` that gets the outcome. The group has Attack Supply if the first attack had it; after one at 10-1 it
    can still be bought, traced to where its attackers stood then [8.5.3]."""
    state = draft.state
    assault = replace(battle_of(state, battle.side, group, at, "breakthrough"), supplied=battle.supplied)
    draft.note(
        "attacked",
        at=board().name(at),
        attackers=list(assault.attackers),
        defenders=list(assault.defenders),
        combat="breakthrough",
        case="15.2.8",
    )
    draft.push(Assault(assault, battle))
    open_stacking(draft, battle.side, (state.units[group[0]].at,))  # [4.4.1]


class Assault(Step[NorthAfrica], frozen=True):
    """[15.2.8, 15.3] What is to be settled before a Breakthrough Combat: who of too many defends, and Attack Supply."""

    battle: Battle
    first: Battle  # the attack that began the advance

    def run(self, draft: Draft[NorthAfrica]) -> None:
        attackers = present(draft.state, self.battle.attackers)
        battle = replace(self.battle, attackers=attackers, origins=self.battle.origins[: len(attackers)])
        active = [name for name in battle.defenders if name not in battle.inert]
        if not attackers:
            draft.pop()
        elif not fits(draft.state, active):
            draft.swap(Excess(battle, self.first))
        elif offers := self._offers(draft.state, battle):
            self._supply(draft, battle, offers)
        else:
            draft.pop()
            open_battle(draft, battle)

    def _offers(self, state: NorthAfrica, battle: Battle) -> list[str]:
        """[8.5.3, 15.2.8] Who could give Attack Supply where it would help."""
        if battle.supplied or not self.first.overwhelming:
            return []
        supplied = weigh_supplied(state, battle)
        if supplied.overwhelming or supplied.place <= weigh(state, battle).place:
            return []
        return payers(state, battle.side, battle.attackers, self.first.origins)

    def _supply(self, draft: Draft[NorthAfrica], battle: Battle, offers: Sequence[str]) -> None:
        draft.pop()
        if pays_already(draft.state, offers[0]):
            open_battle(draft, replace(battle, payer=offers[0], supplied=True))
        else:
            draft.push(BreakthroughSupply(battle, self.first))


class Excess(Decision[NorthAfrica], frozen=True):
    """[15.3] More defenders than the hex holds: their owner says, one by one, who does not count."""

    battle: Battle
    first: Battle

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.battle.foe,)

    def prompt(self, state: NorthAfrica) -> str:
        return f"{board().name(self.battle.at)} is overstacked: choose a unit that does not count in defence."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Choose(name) for name in self.battle.defenders if name not in self.battle.inert]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if action not in self.actions(state, side):
            raise Refusal("15.3", "the hex is overstacked: choose a defender that does not count")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Choose)
        battle = replace(self.battle, inert=(*self.battle.inert, action.name))
        draft.swap(Assault(battle, self.first))


class BreakthroughSupply(Decision[NorthAfrica], frozen=True):
    """[8.5.3, 15.2.8] The attack at 10-1 took no Attack Supply; for the Breakthrough Combat it can be bought."""

    battle: Battle
    first: Battle

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.battle.side,)

    def prompt(self, state: NorthAfrica) -> str:
        return "Attack Supply for the Breakthrough Combat: name the source, or `support none`."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        offers = payers(state, self.battle.side, self.battle.attackers, self.first.origins)
        return [Support(), *(Support((name,)) for name in offers)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Support) or len(action.by) > 1:
            raise Refusal("15.2.8", "name a source of Attack Supply, or `support none`")
        for name in action.by:
            check_payer(state, self.battle.side, name, self.battle.attackers, self.first.origins)

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Support)
        draft.pop()
        payer = next(iter(action.by), "")
        open_battle(draft, replace(self.battle, payer=payer, supplied=bool(payer)))
