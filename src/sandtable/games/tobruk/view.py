"""What a player sees of a game."""

from __future__ import annotations

from sandtable.core.frames import Decision, Over
from sandtable.core.values import Event
from sandtable.core.views import Fact, Piece, View
from sandtable.games.tobruk.counters import chits, counters
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.state import SIDES, Tobruk, strength
from sandtable.games.tobruk.supply import status
from sandtable.games.tobruk.tables import date, scenarios
from sandtable.games.tobruk.victory import points


def view(state: Tobruk, side: str) -> View:
    top = state.stack[-1]
    asked = top.asked(state) if isinstance(top, Decision) else ()
    over = top if isinstance(top, Over) else None
    return View(
        game="tobruk",
        scenario=state.scenario,
        side=side,
        turn=state.turn,
        last_turn=scenarios()[state.scenario].last_turn,
        date=date(state.turn),
        phase=chits()[state.active].name if state.active else "",
        prompt=top.prompt(state) if isinstance(top, Decision) else "",
        asked=asked,
        pieces=tuple(_piece(state, name) for name in state.units),
        facts=_facts(state),
        over=over.reason if over else "",
        winner=over.winner if over else None,
        count=state.count,
    )


def _piece(state: Tobruk, name: str) -> Piece:
    counter, unit = counters()[name], state.units[name]
    numbers = strength(state, name)
    if counter.is_headquarters:
        factors = (counter.artillery, counter.range, counter.movement)
    else:
        factors = (numbers.attack, numbers.defence, numbers.movement)
    marks = [
        *(["reduced"] if unit.reduced else []),
        *(["road"] if unit.road else []),
        *([status(state, name)] if unit.unsupplied else []),
    ]
    return Piece(
        name, counter.name, counter.side, counter.nation, counter.kind, counter.size, factors, board().name(unit.at),
        tuple(marks), counter.full_name,
    )  # fmt: skip


def _facts(state: Tobruk) -> tuple[Fact, ...]:
    facts = [Fact("cup", ", ".join(chits()[chit].name for chit in state.cup) or "empty")]
    for side in SIDES:
        pool = state.pool(side)
        facts.append(Fact("points", str(points(state, side)), side))
        facts.append(Fact("air", f"{pool.fighters} fighters, {pool.support} support, {pool.lost} lost", side))
    return tuple(facts)


def tell(event: Event) -> str:
    return " ".join([event.kind, *(f"{key} {value}" for key, value in event.facts.items())])
