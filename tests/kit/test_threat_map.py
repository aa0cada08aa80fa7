"""The last look at a plan: stakes and guards on a line of hexes, with an enemy who comes to some of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.kit.staff.threat_map import Change, Exposure, Stake, ThreatMap

STRENGTH = {"corps": 5.0, "brigade": 2.0, "company": 0.5}


class Enemy:
    """Comes to these hexes; beats whoever is weaker than he is."""

    def __init__(self, reach: Iterable[int], power: float) -> None:
        self.reach, self.power = frozenset(reach), power

    def enters(self, at: int) -> float:
        return float(at in self.reach)

    def takes(self, at: int, guards: Sequence[str]) -> float:
        return float(at in self.reach and sum(STRENGTH[name] for name in guards) < self.power)


def seen(
    guards: dict[str, int], stakes: Iterable[Stake], reach: Iterable[int] = (1, 2, 3), power: float = 1.0
) -> ThreatMap:
    return ThreatMap(Enemy(reach, power), guards, stakes, STRENGTH.__getitem__)


def test_what_stands_alone_in_his_reach_is_exposed_and_nothing_else() -> None:
    stakes = (Stake("HQ", 1, 3.0), Stake("supply", 2, 4.0), Stake("lorry", 9, 1.0))
    found = seen({"brigade": 1}, stakes).exposures()
    assert found == [Exposure(2, 1.0, 4.0, ("supply",), ())]


def test_a_guard_that_is_beaten_is_lost_with_what_it_guards() -> None:
    (found,) = seen({"company": 1}, [Stake("HQ", 1, 3.0)]).exposures()
    assert (found.loss, found.guards) == (3.5, ("company",))


def test_a_guard_is_sent_where_it_saves_more_than_it_costs() -> None:
    stakes = [Stake("HQ", 1, 3.0)]
    cheap = seen({"brigade": 8}, stakes)
    assert cheap.mend(lambda _: [Change(("brigade",), 1, 1.0)], 0.1, 5) == [Change(("brigade",), 1, 1.0)]
    assert cheap.exposures() == []
    assert seen({"brigade": 8}, stakes).mend(lambda _: [Change(("brigade",), 1, 3.0)], 0.1, 5) == []


def test_no_guard_is_taken_from_where_it_is_missed_more() -> None:
    stakes = (Stake("HQ", 1, 3.0), Stake("base", 2, 9.0))
    assert seen({"brigade": 2}, stakes).mend(lambda _: [Change(("brigade",), 1)], 0.1, 5) == []


def test_no_guard_is_sent_to_be_lost_as_well() -> None:
    assert seen({"company": 8}, [Stake("HQ", 1, 3.0)]).mend(lambda _: [Change(("company",), 1)], 0.1, 5) == []


def test_it_goes_away_itself_where_nobody_can_come_to_it() -> None:
    stakes = (Stake("depot", 1, 3.0), Stake("lorry", 4, 1.0))
    table = seen({}, stakes)
    # The lorry would carry it to 4, out of reach, or to 2, where it is no safer.
    offers = [Change(("lorry", "depot"), 2), Change(("lorry", "depot"), 4)]
    assert table.mend(lambda _: offers, 0.1, 5) == [offers[1]]
    assert (table.at["depot"], table.exposures()) == (4, [])


def test_it_joins_a_guard_who_stands_elsewhere() -> None:
    table = seen({"corps": 2}, [Stake("HQ", 1, 3.0)], power=3.0)
    assert table.mend(lambda _: [Change(("HQ",), 2), Change(("HQ",), 3)], 0.1, 5) == [Change(("HQ",), 2)]


def test_the_worst_comes_first_and_there_is_an_end() -> None:
    stakes = (Stake("HQ", 1, 3.0), Stake("base", 2, 9.0))
    offers = {1: [Change(("brigade",), 1)], 2: [Change(("brigade",), 2)]}
    assert seen({"brigade": 8}, stakes).mend(lambda each: offers[each.at], 0.1, 5) == [Change(("brigade",), 2)]
    assert seen({"brigade": 8}, stakes).mend(lambda each: offers[each.at], 0.1, 0) == []
