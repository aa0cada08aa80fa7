"""Who stands where, taken over from state to state."""

from __future__ import annotations

from functools import cached_property

from sandtable.core.values import Value
from sandtable.kit.layout import Following, Gathered, by_place

GROUP_OF = {"tanks": "red", "guns": "red", "horse": "blue"}
NOWHERE = -1


class Unit(Value, frozen=True):
    at: int
    steps: int = 2


class Layout(Gathered[Unit, str]):
    def __init__(self, units: dict[str, Unit], former: Layout | None = None) -> None:
        self.stands: dict[str, dict[int, list[str]]] = {}
        super().__init__(units, GROUP_OF, former)

    def _keep(self, known: Layout, group: str) -> None:
        self.stands[group] = known.stands[group]

    def _gather(self, group: str) -> None:
        self.stands[group] = by_place(self._units, self._members[group])


class Position(Following, frozen=True, dict=True):
    units: dict[str, Unit] = {}

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.units, self.take_former())


UNITS = {"tanks": Unit(5), "guns": Unit(5), "horse": Unit(7)}


def test_a_group_of_which_nobody_has_gone_anywhere_stands_as_it_stood() -> None:
    former = Layout(UNITS)
    after = Layout({**UNITS, "guns": Unit(6), "horse": Unit(7, steps=1)}, former)
    assert after.stands == {"red": {5: ["tanks"], 6: ["guns"]}, "blue": {7: ["horse"]}}
    assert after.stands["blue"] is former.stands["blue"]
    assert former.stands["red"] == {5: ["tanks", "guns"]}


def test_a_table_in_another_order_or_with_others_in_it_is_gathered_afresh() -> None:
    turned = Layout(dict(reversed(UNITS.items())), Layout(UNITS))
    assert turned.stands["red"] == {5: ["guns", "tanks"]}
    fewer = Layout({"tanks": Unit(5), "horse": Unit(7)}, Layout(UNITS))
    assert fewer.stands == {"red": {5: ["tanks"]}, "blue": {7: ["horse"]}}


def test_a_side_of_which_nobody_takes_part_stands_nowhere() -> None:
    assert Layout({"horse": Unit(7)}).stands["red"] == {}


def test_a_layout_keeps_the_table_that_it_was_made_of() -> None:
    """A draft goes on writing in its table."""
    table = dict(UNITS)
    former = Layout(table)
    table["guns"] = Unit(6)
    assert Layout(table, former).stands["red"] == {5: ["tanks"], 6: ["guns"]}


def test_stacks_are_of_everybody_on_the_map_in_the_order_of_the_units() -> None:
    assert Layout({**UNITS, "guns": Unit(NOWHERE), "horse": Unit(5)}).stacks == {5: ["tanks", "horse"]}


def test_a_state_remembers_the_last_layout_before_until_it_has_its_own() -> None:
    first, second, third = Position(units=UNITS), Position(units=UNITS), Position(units=UNITS)
    kept = first.layout.stands["blue"]
    second.come_of(first)
    third.come_of(second)  # nobody asked the second for its layout
    assert third.layout.stands["blue"] is kept
    assert third.take_former() is None
