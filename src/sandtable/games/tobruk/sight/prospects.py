"""[14.0, 15] How the battle stands, as if the scenario ended now, and the turn track with what each turn brings."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.standing import Due, Goal, Standing, TurnBox
from sandtable.core.title import Neglect
from sandtable.games.tobruk.arrivals.reinforcements import entry_hexes, schedule
from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.pieces.command import reinforcements_of
from sandtable.games.tobruk.pieces.tables import date, scenarios, victory
from sandtable.games.tobruk.scenario.opening import Deployment
from sandtable.games.tobruk.scenario.victory import air_losses_spoil, casualties, lead, points, supply_route, winner
from sandtable.games.tobruk.state import DUE, NOUNS, SIDES, TURN_TRACK, Tobruk, side_of

GARRISON = "tobruk"  # the chit of the units in the perimeter


def standing(state: Tobruk, side: str) -> Standing:
    """[14.0, 15.1, 15.2, 15.3]"""
    goals = (_lead(state), *_objectives(state), _route(state), *_losses(state), _town(), *_air_losses(state))
    if not state.margin:
        return Standing("The bids decide how many points the Commonwealth must lead by", "", goals)
    won = winner(state)
    told = f"{won.title()} victory" if won else "a draw, for the Commonwealth lost too many air units"
    return Standing(f"If the battle ended now: {told}", won or "", goals)


def neglects(state: Tobruk, side: str) -> tuple[Neglect, ...]:
    """What is forgotten when the garrison is set and when a formation ends its movement."""
    top = state.stack[-1]
    if isinstance(top, Deployment):
        return tuple(_empty_town(state, side))
    if not isinstance(top, Movement) or top.side != side:
        return ()
    return (*(_empty_town(state, side) if state.active == GARRISON else ()), *_left_behind(state))


def _empty_town(state: Tobruk, side: str) -> Iterator[Neglect]:
    """[15.1] How first games are lost."""
    if side == "commonwealth" and not state.at(tobruk(), side):
        text = "No unit stands in the town: an Axis unit that enters it wins at once"
        yield Neglect(board().name(tobruk()), text, "15.1")


def _left_behind(state: Tobruk) -> Iterator[Neglect]:
    """[4.0]"""
    waiting = [name for name in reinforcements_of(state, state.active) if entry_hexes(state, name)]
    if waiting:
        told = plural(len(waiting), "reinforcement has", "reinforcements have")
        text = f"{told} not entered, and will wait until this chit is drawn again"
        yield Neglect(board().name(entry_hexes(state, waiting[0])[0]), text, "4.0")


def _lead(state: Tobruk) -> Goal:
    ours, theirs, needed = points(state, "commonwealth"), points(state, "axis"), state.margin - lead(state)
    missing = f"the Commonwealth needs {needed} more" if state.margin and needed > 0 else ""
    wanted = f"; the Commonwealth must lead by {state.margin}" if state.margin else ""
    side = ("axis" if missing else "commonwealth") if state.margin else ""
    case = f"15.{scenarios()[state.scenario].number}"
    return Goal("Victory points", f"Commonwealth {ours}, Axis {theirs}{wanted}", side, missing, (), case)


def _objectives(state: Tobruk) -> Iterator[Goal]:
    """[15.1] They count for the Commonwealth alone."""
    for objective in victory().objectives:
        holder = "commonwealth" if objective.hex in state.held else "axis"
        text = f"{plural(objective.points, 'point')} to the Commonwealth"
        yield Goal(objective.name, text if holder == "commonwealth" else f"worth {text}", holder, "",
                   (objective.hex,), "15.1")  # fmt: skip


def _route(state: Tobruk) -> Goal:
    """[15.1]"""
    route, worth = supply_route(state), f"{plural(victory().supply_route, 'point')} to the Commonwealth"
    if route is None:
        return Goal("Supply route to Tobruk", f"worth {worth}", "axis", "closed by the Axis", (), "15.1")
    text = f"{worth}: open to {board().name(route[-1])}"
    return Goal("Supply route to Tobruk", text, "commonwealth", "", tuple(map(board().name, route)), "15.1")


def _losses(state: Tobruk) -> Iterator[Goal]:
    for loser, earner in (("axis", "commonwealth"), ("commonwealth", "axis")):
        lost = casualties(state, loser)
        text = f"{plural(lost, 'point')} to {NOUNS[earner]}"
        yield Goal(f"{loser.title()} units lost", text, earner if lost else "", "", (), "15.1")


def _town() -> Goal:
    """[15.1]"""
    return Goal("The town of Tobruk", "an Axis unit in it wins at once", "", "", (board().name(tobruk()),), "15.1")


def _air_losses(state: Tobruk) -> Iterator[Goal]:
    """[15.1] What stands between a Commonwealth victory and a draw."""
    ours, theirs = state.pool("commonwealth").lost, state.pool("axis").lost
    if not ours + theirs:
        return
    left = victory().draw_air_losses - (ours - theirs)
    spoilt = air_losses_spoil(state)
    text = "a victory would be a draw" if spoilt else f"{left} more would make a victory a draw"
    side = "axis" if spoilt else ""
    yield Goal("Air units lost", f"Commonwealth {ours}, Axis {theirs}: {text}", side, "", (), "15.1")


# --- the turn track


def calendar(state: Tobruk, side: str) -> tuple[TurnBox, ...]:
    """[3.0, 4.0, 12.0] With what waits on the track."""
    chosen = scenarios()[state.scenario]
    numbers = range(chosen.first_turn, chosen.last_turn + 1)
    return tuple(TurnBox(number, date(number), _month(number), tuple(_dues(state, number))) for number in numbers)


def _month(number: int) -> str:
    """That in which the turn begins."""
    first = date(number).partition("-")[0].split()
    words = date(number).split()
    return f"{first[1] if len(first) > 1 else words[-2]} {words[-1]}"


def _dues(state: Tobruk, number: int) -> Iterator[Due]:
    for side in SIDES:
        own = [name for name in state.units if side_of(name) == side and state.units[name].due == number]
        entering: dict[str, list[str]] = {}
        for name in own:
            if state.units[name].at == DUE:
                entering.setdefault(" to ".join(sorted(schedule(state.scenario)[name].entries)), []).append(name)
        for entry, names in entering.items():
            yield Due("arrives", f"{', '.join(names)} at entry {entry}", side)
        if back := [name for name in own if state.units[name].at == TURN_TRACK]:
            yield Due("arrives", f"{', '.join(back)} back from the track", side)
