"""[21] Allied substitute counters: small units exchanged for a large one, and a large one for small ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, combinations
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.orders import Break, Done, Form
from sandtable.games.afrika_korps.pieces.counters import Counter, counters, substitutes
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import (
    DEAD,
    EXCHANGED,
    POOL,
    AfrikaKorps,
    AutomaticVictory,
    Trek,
    Unit,
    attack_of,
)

SIDE = "allied"


def open_substitution(draft: Draft[AfrikaKorps]) -> None:
    """[21.1, 21.2] When Allied movement has ended, if anything can be exchanged, which is not before August 1942."""
    if next(_options(draft.state), None) is not None:
        draft.push(Substitution())


class Substitution(Decision[AfrikaKorps], frozen=True):
    """[21.2, 21.3] Form and break substitutes, in any order and number."""

    # A substitute may break into any few of the eliminated units: the plain ways are listed, all are checked.
    exhaustive: ClassVar[bool] = False

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (SIDE,)

    def prompt(self, state: AfrikaKorps) -> str:
        return (
            "Exchange units in one hex for a substitute counter of the same attack factor, break one down, or carry on."
        )

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        return [*_options(state), Done()]

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Form):
            check_form(state, action.substitute, action.units)
        elif isinstance(action, Break):
            check_break(state, action.substitute, action.units)
            if action.substitute in state.frozen:
                raise Refusal("9.2", f"{action.substitute} takes part in an automatic victory and stays as it is")
        elif not isinstance(action, Done):
            raise Refusal("21.2", "movement has ended: form substitutes, break them down, or enter done")

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        if isinstance(action, Form):
            form(draft, action.substitute, action.units)
        elif isinstance(action, Break):
            break_down(draft, action.substitute, action.units)
        else:
            draft.pop()


# --- forming


def check_form(state: AfrikaKorps, name: str, units: Sequence[str]) -> None:
    """[21.1, 21.2, 21.5-21.7] May these units be exchanged for this substitute?"""
    substitute = _substitute(name)
    if state.turn < limits().first_substitute_turn:
        raise Refusal("21.1", f"substitutes come into play on turn {limits().first_substitute_turn}")
    if state.units[name].at != POOL:
        raise Refusal("21.7", f"{name} is already in use")
    _check_different(units)
    for unit in units:
        _check_component(state, substitute, unit)
    places = sorted({state.units[unit].at for unit in units})
    if len(places) != 1:
        raise Refusal("21.2", f"the units are in different hexes, at {' and '.join(board().name(at) for at in places)}")
    if (total := attack_of(units)) != substitute.attack:
        raise Refusal("21.1", f"the attack factors total {total}, and {name} stands for exactly {substitute.attack}")
    _check_stacking(len(state.at(places[0], SIDE)), places[0], "before")
    if len({_victories_of(state, unit) for unit in units}) != 1:
        raise Refusal("9.2", "units of an automatic victory are exchanged only with others of the same victory")


def _check_component(state: AfrikaKorps, substitute: Counter, unit: str) -> None:
    counter = _own(state, unit)
    if counter.substitute:
        raise Refusal("21.7", f"{unit} is itself a substitute")
    _check_type(substitute, counter)
    if state.units[unit].at < 0:
        raise Refusal("21.6", f"{unit} is not on the board")


def form(draft: Draft[AfrikaKorps], name: str, units: Sequence[str]) -> None:
    """[21.1, 21.4] The units leave the board, and the substitute remembers who they were."""
    were = [draft.state.units[unit] for unit in units]
    at = were[0].at
    for unit in units:
        draft.amend("units", unit, Unit(EXCHANGED))
        draft.strike("treks", unit)
    isolated, cut_off = max(unit.isolated for unit in were), any(unit.cut_off for unit in were)
    draft.amend("units", name, Unit(at, isolated, cut_off, made_of=tuple(sorted(units))))
    draft.amend("treks", name, Trek(halted=True))  # [21.2] no move on the turn of placement
    _succeed(draft, units, (name,))
    draft.note("formed", substitute=name, units=list(units), at=board().name(at), case="21.1")


# --- breaking down


def available_parts(state: AfrikaKorps, name: str) -> list[str]:
    """[21.4] Its own components, and eliminated units of its type no faster than it."""
    substitute = counters()[name]
    eliminated = [counters()[part] for part, unit in state.units.items() if unit.at == DEAD]
    fitting = [c.id for c in eliminated if _same_type(substitute, c) and c.movement <= substitute.movement]
    return [*state.units[name].made_of, *fitting]


def check_break(state: AfrikaKorps, name: str, parts: Sequence[str], most_attack: int | None = None) -> None:
    """[21.3-21.6] May this substitute be exchanged for these parts? `most_attack` is what a loss in battle leaves."""
    substitute, unit = _substitute(name), state.units[name]
    if unit.at < 0:
        raise Refusal("21.6", f"{name} is not on the board")
    _check_different(parts)
    for part in parts:
        _check_part(state, substitute, part)
    most = substitute.attack if most_attack is None else most_attack
    if attack_of(parts) > most:
        raise Refusal(
            "21.4", f"the parts have {plural(attack_of(parts), 'attack factor')} in all, and the limit is {most}"
        )
    # no fewer units stand there afterwards, so this settles the limit before as well
    _check_stacking(len(state.at(unit.at, SIDE)) - 1 + len(parts), unit.at, "after")


def _check_part(state: AfrikaKorps, substitute: Counter, part: str) -> None:
    counter = _own(state, part)
    if counter.substitute:
        raise Refusal("21.7", f"{part} is itself a substitute")
    _check_type(substitute, counter)
    if part in state.units[substitute.id].made_of:
        return
    if state.units[part].at == EXCHANGED:
        raise Refusal("21.4", f"{part} is part of another substitute")
    if state.units[part].at != DEAD:
        raise Refusal("21.4", f"{part} is neither part of {substitute.id} nor eliminated")
    if counter.movement > substitute.movement:
        raise Refusal("21.4", f"{part} is faster than {substitute.id} and was not used to form it")


def break_down(draft: Draft[AfrikaKorps], name: str, parts: Sequence[str]) -> None:
    """[21.3] The parts take its place and its supply; components that do not come back are eliminated."""
    unit = draft.state.units[name]
    lost = [part for part in unit.made_of if part not in parts]
    draft.amend("units", name, Unit(POOL))
    draft.strike("treks", name)
    for part in lost:
        draft.amend("units", part, Unit(DEAD))
    for part in parts:
        draft.amend("units", part, Unit(unit.at, unit.isolated, unit.cut_off))
        draft.amend("treks", part, Trek(halted=True))
    _succeed(draft, (name,), parts)
    draft.note("broken", substitute=name, into=list(parts), lost=lost, at=board().name(unit.at), case="21.3")


# --- what is listed


def _options(state: AfrikaKorps) -> Iterator[Form | Break]:
    return chain(_forms(state), _breaks(state))


def _forms(state: AfrikaKorps) -> Iterator[Form]:
    """Every exact total in every hex, with the first of several equal substitutes."""
    idle = {(c.is_armour, c.factors): c for c in reversed(substitutes()) if state.units[c.id].at == POOL}
    for names in state.layout.combat[SIDE].values():
        for substitute in sorted(idle.values(), key=lambda counter: counter.id):
            for units in _subsets(names):
                if attack_of(units) == substitute.attack and _permitted(check_form, state, substitute.id, units):
                    yield Form(substitute.id, units)


def _breaks(state: AfrikaKorps) -> Iterator[Break]:
    for substitute in substitutes():
        if substitute.id not in state.frozen:
            yield from (Break(substitute.id, parts) for parts in breakdowns(state, substitute.id))


def breakdowns(state: AfrikaKorps, name: str) -> list[tuple[str, ...]]:
    """The plain ways to break a substitute down: into its own components or some of them, or into any one other
    unit, of equal ones the first."""
    if state.units[name].at < 0:
        return []
    own = state.units[name].made_of
    others = (counters()[part] for part in reversed(available_parts(state, name)) if part not in own)
    singles = {(counter.kind, counter.factors): counter.id for counter in others}
    ways = chain(_subsets(own), ((part,) for part in sorted(singles.values())))
    return [parts for parts in ways if _permitted(check_break, state, name, parts)]


def _subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The largest first."""
    return chain.from_iterable(combinations(sorted(names), size) for size in range(len(names), 0, -1))


def _permitted(
    check: Callable[[AfrikaKorps, str, Sequence[str]], None], state: AfrikaKorps, name: str, units: Sequence[str]
) -> bool:
    return may(check, state, name, units)


# --- shared checks


def _substitute(name: str) -> Counter:
    counter = counters().get(name)
    if counter is None or not counter.substitute:
        raise Refusal("21.7", f"{name} is not a substitute counter")
    return counter


def _own(state: AfrikaKorps, name: str) -> Counter:
    if name not in state.units:
        raise Refusal("21.1", f"there is no unit called {name} in this game")
    counter = counters()[name]
    if counter.side != SIDE or not counter.is_combat:
        raise Refusal("21.1", f"{name} is not an Allied combat unit")
    return counter


def _same_type(substitute: Counter, counter: Counter) -> bool:
    """[21.1] Armour and armoured infantry are one type, infantry and recce the other."""
    return counter.side == SIDE and counter.is_armour == substitute.is_armour


def _check_type(substitute: Counter, counter: Counter) -> None:
    if not _same_type(substitute, counter):
        wanted = "armour or armoured infantry" if substitute.is_armour else "infantry or recce"
        kind = counter.kind.replace("_", " ")
        raise Refusal("21.1", f"{substitute.id} stands for {wanted}, and {counter.id} is {kind}")


def _check_different(names: Sequence[str]) -> None:
    if not names or len(set(names)) != len(names):
        raise Refusal("21.1", "name at least one unit, and each only once")


def _check_stacking(number: int, at: int, when: str) -> None:
    if number > limits().stacking:
        raise Refusal("21.5", f"{board().name(at)} holds {plural(number, 'combat unit')} {when} the exchange")


def _victories_of(state: AfrikaKorps, name: str) -> tuple[int, ...]:
    """Which automatic victories a unit helped to gain."""
    return tuple(i for i, v in enumerate(state.victories) if name in v.attackers or name in v.blockers)


# --- what others hold of units


def _succeed(draft: Draft[AfrikaKorps], old: Collection[str], new: Collection[str]) -> None:
    """[9.2, 11.7, 11.8] Whoever takes the place of units inherits their automatic victory and their battle fought."""
    state = draft.state
    victories = tuple(_inherit(victory, old, new) for victory in state.victories)
    draft.change(victories=victories, fought=_swap(state.fought, old, new))


def _inherit(victory: AutomaticVictory, old: Collection[str], new: Collection[str]) -> AutomaticVictory:
    return replace(
        victory,
        defenders=_swap(victory.defenders, old, new),
        attackers=_swap(victory.attackers, old, new),
        blockers=_swap(victory.blockers, old, new),
    )


def _swap(names: tuple[str, ...], old: Collection[str], new: Collection[str]) -> tuple[str, ...]:
    if set(old).isdisjoint(names):
        return names
    return tuple(sorted({*names, *new}.difference(old)))
