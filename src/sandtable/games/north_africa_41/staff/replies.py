"""Everything else that is asked: replacements, supply, markers, raids, and what comes and goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.values import Action
from sandtable.games.north_africa_41.arrivals.conversions import Upgrades
from sandtable.games.north_africa_41.arrivals.orders import Convert, Rebuild, Remove, Replace, Upgrade
from sandtable.games.north_africa_41.combat.orders import Support
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines.free_supply import Deposit
from sandtable.games.north_africa_41.map import board, roads
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import counters, trucks
from sandtable.games.north_africa_41.resources.delay import Delaying, Lifting, in_display
from sandtable.games.north_africa_41.resources.orders import Choose, Delay, Lift
from sandtable.games.north_africa_41.sea.ports import BOMBED_BASES, capacity
from sandtable.games.north_africa_41.staff.ground import disc
from sandtable.games.north_africa_41.staff.worth import worth, worth_of
from sandtable.games.north_africa_41.state import ELIMINATED, OFF_MAP, NorthAfrica, enemy_of
from sandtable.games.north_africa_41.supply.attrition import Deplete
from sandtable.games.north_africa_41.supply.phase import Supply

USEFUL = 10  # hexes from the enemy within which a marker still slows him
TRIES = 40


def raid(listed: Sequence[Action], state: NorthAfrica, side: str) -> Action:
    """The port that lands most, or the enemy's chest."""

    def value(action: Action) -> tuple[float, str]:
        assert isinstance(action, Choose)
        at = board().location(action.name)
        if at in BOMBED_BASES.values():
            return (2.5 if state.books[enemy_of(side)].resources else 1.5), action.name
        return float(capacity(state, at) or 0), action.name

    return max(listed, key=value)


# --- Replacements


def replace_steps(listed: Sequence[Action], state: NorthAfrica) -> Action:
    """The use that adds most."""
    best: Action = Done()
    most = 0.0
    for action in listed:
        if isinstance(action, Rebuild):
            value = worth_of(action.name, 1)
        elif isinstance(action, Replace):
            steps = state.units[action.name].steps
            value = worth_of(action.name, steps + 1) - worth_of(action.name, steps)
            if state.units[action.name].at >= 0:
                value += 0.5
        else:
            continue
        if value > most:
            best, most = action, value
    return best


def pick_nation(listed: Sequence[Action], state: NorthAfrica, side: str) -> Action:
    """The nation that has lost most."""
    facts = counters()

    def losses(action: Action) -> tuple[int, str]:
        assert isinstance(action, Choose)
        lost = 0
        for name, counter in facts.items():
            unit = state.units[name]
            if counter.side != side or counter.nation != action.name or not counter.infantry_type:
                continue
            if unit.at == ELIMINATED:
                lost += counter.steps
            elif unit.at >= 0 or unit.at in OFF_MAP[counter.side]:
                lost += counter.steps - unit.steps
        return lost, action.name

    return max(listed, key=losses)


# --- comings and goings


def let_go(listed: Sequence[Action], state: NorthAfrica) -> Action:
    """The weakest, and of those one who is not at the front."""
    facing = front(state, "allied")

    def value(action: Action) -> tuple[float, bool, str]:
        assert isinstance(action, Remove)
        at = state.units[action.name].at
        return worth(state, action.name), at in facing.near, action.name

    return min(listed, key=value)


def upgrade(frame: Upgrades, state: NorthAfrica) -> Action:
    """New tanks for the crews of the worst old ones; their tanks to whoever gains most."""

    def value(action: Upgrade) -> float:
        crew = state.units[action.crew]
        lost = 0.0 if crew.at == ELIMINATED else worth(state, action.crew)
        gain = worth_of(action.name, counters()[action.name].steps)
        return gain - lost + (0.5 if action.tanks_to else 0.0)

    offers = [action for action in frame.actions(state, "allied") if isinstance(action, Upgrade)]
    best = max(offers, key=value, default=None)
    return best if best is not None and value(best) > 0 else Done()


def convert(listed: Sequence[Action]) -> Action:
    return next((action for action in listed if isinstance(action, Convert)), Done())


# --- supply


def allot(listed: Sequence[Action], state: NorthAfrica) -> Action:
    """The most valuable first."""
    offers = [action for action in listed if isinstance(action, Supply)]

    def value(action: Supply) -> tuple[float, str]:
        name = action.units[0]
        return (worth(state, name) if name in counters() else 1.0 if name in trucks() else 0.5), name

    return max(offers, key=value, default=Done())


def forfeit(listed: Sequence[Action], state: NorthAfrica) -> Action:
    """A Supply Point on the ground goes before one on wheels, and an ASU last."""

    def price(action: Action) -> tuple[int, str]:
        assert isinstance(action, Deplete)
        if action.name in counters():
            return 2, action.name
        return (1 if action.name in trucks() else 0), action.name

    return min(listed, key=price)


def deposit(listed: Sequence[Action], state: NorthAfrica, side: str) -> Action:
    """With the Corps HQ nearest to the enemy."""
    foes = front(state, side).casting
    offers = [action for action in listed if isinstance(action, Deposit)]

    def distance(action: Deposit) -> tuple[float, str]:
        at = board().location(action.at)
        if at < 0:
            return 1e6 + at, action.at
        return float(min((board().distance(at, foe) for foe in foes), default=0)), action.at

    return min(offers, key=distance, default=Done())


def pay_breakthrough(listed: Sequence[Action]) -> Action:
    """Attack Supply where it is to be had."""
    return next((action for action in listed if isinstance(action, Support) and action.by), listed[0])


# --- markers


def delay(frame: Delaying, state: NorthAfrica) -> Iterator[Action]:
    """Markers on the roads between the enemy and what is worth holding, nearest to him first."""
    side = frame.side
    facing = front(state, side)
    numbers = in_display(state, side)
    markers = [str(number) for number in numbers[:1]]
    markers += [name for name in ("strafing", "lrdg") if state.books[side].assets.get(name)]
    if not markers:
        return
    own = {at for at, names in state.layout.combat[side].items() if at >= 0}
    near = {there for at in facing.casting for there in disc(at, 5)} & set(roads())
    ranked = sorted((min(board().distance(at, here) for here in own) if own else 0, at) for at in near)
    for marker in markers:
        for _, at in ranked[:TRIES]:
            yield Delay(marker, board().name(at))


def lift(frame: Lifting, state: NorthAfrica) -> Action:
    """Those that lie far from every enemy."""
    foes = front(state, frame.side).casting
    for number, at in state.books[frame.side].delays.items():
        if all(board().distance(at, foe) > USEFUL for foe in foes):
            return Lift(str(number))
    return Done()
