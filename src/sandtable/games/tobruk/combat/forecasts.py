"""[10.1, 10.2, 10.3, 13.0] An attack weighed before it is made: exact chances, losses to expect, possible support."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Chance, Forecast
from sandtable.core.values import Explanation, Refusal, Value
from sandtable.games.tobruk.combat.odds import Odds, explain_odds, odds
from sandtable.games.tobruk.combat.retreats import retreat_paths
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.casualties import steps_left
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import Ratio, Result, air_modifier, anti_tank_hit, combat_result, modifiers
from sandtable.games.tobruk.pieces.words import flight_text, result_text
from sandtable.games.tobruk.state import Tobruk, enemy_of, known, side_of

THROWS = 36  # of two dice
FACES = range(1, 7)


class Weighed(Value, frozen=True):
    """What two dice bring in one column with one modifier."""

    odds: Odds
    results: dict[str, int]  # how many of the throws bring each result, the best for the attacker last
    attacker_loss: float  # reductions to be expected
    defender_loss: float

    @property
    def drives_back(self) -> float:
        """How likely the defender has to retreat."""
        return sum(count for text, count in self.results.items() if Result.parse(text).retreat) / THROWS

    @property
    def hurts(self) -> float:
        """How likely the defender takes a loss by the table."""
        return sum(count for text, count in self.results.items() if Result.parse(text).defender) / THROWS

    @property
    def fails(self) -> float:
        """How likely the attacker takes one."""
        return sum(count for text, count in self.results.items() if Result.parse(text).attacker) / THROWS


def weigh(state: Tobruk, attackers: Sequence[str], defenders: Sequence[str], target: int, modifier: int = 0) -> Weighed:
    """[10.1, 10.2] Every throw of the two dice with this modifier."""
    found = odds(state, attackers, defenders, target)
    ratio = Ratio(found.column, found.modifier)
    results: dict[str, int] = {}
    for throw in sorted(one + other for one in FACES for other in FACES):
        text = str(combat_result(state.results, ratio, throw + modifier))
        results[text] = results.get(text, 0) + 1
    own = sum(steps_left(state, name) for name in attackers)
    parsed = [(Result.parse(text), count) for text, count in results.items()]
    return Weighed(
        found,
        results,
        sum(min(own, result.attacker) * count for result, count in parsed) / THROWS,
        sum(_defender_loss(state, defenders, result) * count for result, count in parsed) / THROWS,
    )


def _defender_loss(state: Tobruk, defenders: Sequence[str], result: Result) -> int:
    """[10.2, 10.3] Reductions of a result, and what its retreat costs those who find no clear way."""
    every = sum(steps_left(state, name) for name in defenders)
    fled = sum(retreat_loss(state, name, result.retreat) for name in defenders) if result.retreat else 0
    return min(every, result.defender + fled)


def retreat_loss(state: Tobruk, name: str, hexes: int) -> int:
    """[10.3] The steps a unit loses on its retreat as things stand: all without a way, one in an enemy zone."""
    key = ("retreat loss", name, hexes)
    found: int | None = state.layout.derived.get(key)
    if found is None:
        paths = retreat_paths(state, name, hexes)
        zone = front(state, side_of(name)).zone
        found = steps_left(state, name) if not paths else int(all(zone[path[-1]] for path in paths))
        state.layout.derived[key] = found
    return found


def percent(share: float) -> str:
    return f"{round(100 * share)}%"


# --- anti-tank fire


def hits(gun: str) -> int:
    """[13.0] The faces of the die with which this gun hits."""
    nation = counters()[gun].nation
    return sum(anti_tank_hit(nation, die) for die in FACES)


def guns_against(attackers: Sequence[str], defenders: Sequence[str]) -> tuple[str, ...]:
    """[13.0] The guns that will fire, if there is a vehicle to fire at."""
    if not any(counters()[name].is_mechanised for name in attackers):
        return ()
    return tuple(name for name in defenders if counters()[name].gun)


def _explain_guns(attackers: Sequence[str], defenders: Sequence[str]) -> list[Explanation]:
    guns = guns_against(attackers, defenders)
    if not guns:
        return []
    vehicles = ", ".join(name for name in attackers if counters()[name].is_mechanised)
    none = 1.0
    for gun in guns:
        none *= 1 - hits(gun) / 6
    lines = tuple(Explanation(f"{gun} hits {plural(hits(gun), 'time')} in 6", "13.0") for gun in guns)
    text = (
        f"anti-tank guns fire first at {vehicles}: {percent(1 - none)} to hit, after which you may call the attack off"
    )
    return [Explanation(text, "13.0", lines)]


# --- support


def _explain_support(
    state: Tobruk, attackers: Sequence[str], defenders: Sequence[str], target: int, overrun: bool
) -> list[Explanation]:
    """[10.1, 9.4] What either side could add to the dice as things stand."""
    side = side_of(attackers[0])
    found = []
    ours, theirs = state.pool(side), state.pool(enemy_of(side))
    markers = artillery_left(state) if state.phasing == side else 0
    if overrun:
        found.append(Explanation("an overrun has no artillery and no close air support of its own", "9.4"))
    elif markers:
        found.append(_with(state, attackers, defenders, target, markers * modifiers().artillery,
                           f"with {plural(markers, 'artillery marker')}"))  # fmt: skip
    if ours.support and not overrun:
        each = air_modifier("close_air_support", True)
        found.append(_with(state, attackers, defenders, target, each, "with one close air support unit"))
        found.append(Explanation(f"ready: {flight_text(ours.fighters, ours.support)}", "10.1"))
    if theirs.ready:
        each = air_modifier("close_air_support", False)
        text = f"the enemy has {flight_text(theirs.fighters, theirs.support)} ready"
        found.append(Explanation(f"{text}: {each} on the dice for each bomber that gets through", "10.1"))
    return [Explanation("to be added to the dice", "10.1", tuple(found))] if found else []


def _with(
    state: Tobruk, attackers: Sequence[str], defenders: Sequence[str], target: int, modifier: int, what: str
) -> Explanation:
    better = weigh(state, attackers, defenders, target, modifier)
    text = f"{what}, {modifier:+d}: driven back {percent(better.drives_back)}, a loss {percent(better.hurts)}"
    return Explanation(text, "10.1")


# --- the forecast


def forecast_attack(state: Tobruk, side: str, pieces: Sequence[str], overrun: bool = False) -> Forecast:
    """The chosen units against everybody in the hex of the chosen enemies."""
    attackers = [name for name in pieces if (counter := known(state, name, side)) and counter.is_combat]
    targets = sorted({state.units[name].at for name in pieces if known(state, name, enemy_of(side))})
    if not attackers or not targets:
        raise Refusal("10.1", "choose at least one of your combat units and one enemy on the map")
    if len(targets) > 1:
        raise Refusal("10.0", f"an attack is made on one hex, not {' and '.join(map(board().name, targets))}")
    target = targets[0]
    defenders = state.everybody(target, enemy_of(side))
    weighed = weigh(state, attackers, defenders, target)
    explained = explain_odds(state, attackers, defenders, target)
    parts = (
        *explained.parts,
        *_explain_guns(attackers, defenders),
        *_explain_retreat(state, defenders),
        *_explain_support(state, attackers, defenders, target, overrun),
    )
    risk = sum(hits(gun) for gun in guns_against(attackers, defenders)) / 6
    shifted = f", {plural(weighed.odds.shift, 'column')} to the left" if weighed.odds.shift else ""
    return Forecast(
        f"{weighed.odds.attack} to {weighed.odds.defence}{shifted}: {weighed.odds}. Losses are counted in steps.",
        str(weighed.odds),
        Explanation(explained.text, explained.case, parts),
        chances_of(weighed),
        weighed.attacker_loss + risk,
        weighed.defender_loss,
    )


def _explain_retreat(state: Tobruk, defenders: Sequence[str]) -> list[Explanation]:
    """[10.3] Whom a retreat of two hexes would cost something."""
    costs = {name: retreat_loss(state, name, 2) for name in defenders}
    trapped = [name for name, cost in costs.items() if cost and not retreat_paths(state, name, 2)]
    squeezed = [name for name, cost in costs.items() if cost and name not in trapped]
    found = []
    if trapped:
        found.append(Explanation(f"a retreat would eliminate {', '.join(trapped)}: no retreat possible", "10.3"))
    if squeezed:
        found.append(
            Explanation(f"a retreat would reduce {', '.join(squeezed)}: only hexes in enemy zones are open", "10.3")
        )
    return found


def chances_of(weighed: Weighed) -> tuple[Chance, ...]:
    """The best results for the attacker first, as the table lists them from the bottom up."""
    return tuple(
        Chance(text, result_text(Result.parse(text)), count, THROWS)
        for text, count in reversed(weighed.results.items())
    )


def forecast_shot(gun: str, vehicle: str) -> Forecast:
    """[13.0] One gun at one vehicle."""
    count = hits(gun)
    parts = (Explanation(f"{gun} hits on 1 to {count}", "13.0"),)
    ledger = Explanation(f"{gun} fires at {vehicle}", "13.0", parts)
    results = (Chance("hit", f"{vehicle} is reduced", count, 6), Chance("miss", "no effect", 6 - count, 6))
    return Forecast(ledger.text, f"1 to {count}" if count > 1 else "1", ledger, results, count / 6, 0.0)
