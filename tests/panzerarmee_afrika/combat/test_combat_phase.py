"""Whole combat phases from crowded random positions: they end, list only what they accept, and keep the books."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from sandtable.core import frames
from sandtable.core.frames import Decision
from sandtable.games.panzerarmee_afrika.combat.declarations import open_combat
from sandtable.games.panzerarmee_afrika.combat.orders import Cancel, Destroy
from sandtable.games.panzerarmee_afrika.invariants import broken_invariants
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.saved_position import Position
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, enemy_of, room_in
from tests.panzerarmee_afrika.combats import at
from tests.panzerarmee_afrika.positions import asking, position, with_books

FIELD = (
    "1408",
    "1409",
    "1508",
    "1509",
    "1510",
    "1608",
    "1609",
    "1708",
    "1709",
    "1309",
    "1310",
    "1410",
    "1411",
    "1511",
    "1610",
    "1407",
    "1507",
)
FORTS = ("1925", "1924", "1824", "1825", "1730", "1729", "1629", "1828", "1628")


class Dice:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, n: int, purpose: str, sides: int) -> int:
        return self.random.randint(1, sides)


def crowd(seed: int) -> PanzerarmeeAfrika:
    """Units of both sides next to each other around figure 8 and the forts, some out of supply or command."""
    dice = random.Random(seed)
    hexes = [*dice.sample(FIELD, 9), *dice.sample(FORTS, 5)]
    held: dict[str, Side] = {place: dice.choice(SIDES) for place in hexes}
    phasing = dice.choice(SIDES)
    names = {side: [name for name, each in counters().items() if each.side == side] for side in SIDES}
    text: dict[str, list[str]] = {
        "axis": ["axis-depot-1 1406"],
        "allied": ["allied-depot-1 1614", "allied-depot-2 1622"],
    }
    for place, side in held.items():
        room = room_in(at(place)[0])
        chosen = dice.sample(names[side], dice.randint(1, room))
        names[side] = [name for name in names[side] if name not in chosen]
        marks = ("", "", "", "*", "!" if side == phasing == "allied" else "")
        text[side].append(f"{', '.join(name + dice.choice(marks) for name in chosen)} {place}")
        number = len(text[side])
        if dice.random() < 0.4 and number <= 7:
            text[side].append(f"{side}-depot-{number} {place}")
        if dice.random() < 0.3 and number <= 3:
            text[side].append(f"{side}-lorry-{number} {place}")
    control = {"1925": held.get("1925", dice.choice(SIDES)), "1730": held.get("1730", "allied")}
    options = tuple(option for option in ("reaction", "reliability") if dice.random() < 0.6)
    state = position(
        ", ".join(text["axis"]),
        ", ".join(text["allied"]),
        turn=dice.choice((1, 2, 15)),
        phasing=phasing,
        control=control,
        options=options,
    )
    return with_books(state, "axis", italian_losses=dice.choice((0, 12, 21, 30)))


def decisions(state: PanzerarmeeAfrika, seed: int) -> Iterator[PanzerarmeeAfrika]:
    """Every position of the phase in which somebody is asked, and the one after it; answers are drawn by lot."""
    lot, dice = random.Random(seed), Dice(seed)
    draft = frames.Draft(asking(state), dice)
    open_combat(draft, state.phasing)
    draft.settle()
    state = draft.state
    while isinstance(frame := state.stack[-1], Decision):
        yield state
        (side,) = frame.asked(state)
        actions = list(frame.actions(state, side))
        bold = [action for action in actions if not isinstance(action, Cancel | Destroy | Done)]
        if bold and lot.random() < 0.85:
            actions = bold
        state = frames.play(state, side, lot.choice(actions), dice)[0]
    yield state


@pytest.mark.case("12", "12.2", "12.4")
@pytest.mark.parametrize("seed", range(40))
def test_a_random_combat_phase_lists_only_what_it_accepts_and_ends_in_order(seed: int) -> None:
    start = crowd(seed)
    last = start
    for count, state in enumerate(decisions(start, seed)):
        assert count < 300, "the phase does not end"
        assert broken_invariants(state) == []
        last = state
        if not isinstance(frame := state.stack[-1], Decision):
            break
        assert frame.prompt(state)
        (side,) = frame.asked(state)
        for action in frame.actions(state, side):
            frame.check(state, side, action)
    assert len(last.stack) == 1
    foe = enemy_of(start.phasing)
    if start.turn == 1 and start.phasing == "allied":
        assert set(last.layout.names(foe)) == set(start.layout.names(foe))


@pytest.mark.case("12.4")
def test_every_position_of_a_combat_phase_reads_back_as_it_was_written() -> None:
    for seed in range(12):
        for state in decisions(crowd(seed), seed):
            text = msgspec.json.encode(state)
            assert msgspec.json.encode(msgspec.json.decode(text, type=Position)) == text
