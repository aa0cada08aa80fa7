"""Whole combats: attack, defence, retreat, advance and breakthrough in one run, from the first order to the last.

Each begins in a Combat Phase on the plain around 2930 and is played by its orders and dice alone. Behind `@` the dice
that an order throws; the end is written as positions are, with steps lost and `~` for disrupted, `~~` for Full Retreat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.fighting import facts, is_over, phase
from tests.north_africa_41.positions import play_noting, where


class Combat(NamedTuple):
    title: str
    axis: str
    allied: str
    orders: tuple[str, ...]
    results: str
    end: str
    fields: Mapping[str, Any] = {}


SUPPLIED = {"supply": {"axis": {"2929": 2}}}

COMBATS = (
    Combat(
        "an attack that fails costs a step of the attacker's choice",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus, br-1thr 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 1",
            "lose ge-mg8",
        ),
        "2-1 A1",
        "ge-i-5 2929, ge-ii-5 2929, ge-mg8 eliminated, br-3hus 2930, br-1thr 2930",
    ),
    Combat(
        "in an exchange each side picks the other's loss",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus, br-1thr 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 2",
            "lose br-1thr",
            "lose ge-ii-5",
        ),
        "2-1 EX",
        "ge-i-5 2929, ge-ii-5-1 2929, ge-mg8 2929, br-3hus 2930, br-1thr eliminated",
    ),
    Combat(
        "a stand that holds costs both a step",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "au-20 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 4",
            "stand au-20 @ 6",
            "lose ge-i-5",
        ),
        "2-1 DR2",
        "ge-i-5-1 2929, ge-ii-5 2929, ge-mg8 2929, au-20-1 2930",
    ),
    Combat(
        "a stand that fails is followed by the retreat and the advance",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "au-20 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 4",
            "stand au-20 @ 2",
            "retreat au-20 2930-3030-3131",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
        ),
        "2-1 DR2",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, au-20~ 3131",
    ),
    Combat(
        "a stand may cost the defender alone",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "au-20 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 4",
            "stand au-20 @ 4",
        ),
        "2-1 DR2",
        "ge-i-5 2929, ge-ii-5 2929, ge-mg8 2929, au-20-1 2930",
    ),
    Combat(
        "without a stand the defender goes back disrupted and the attackers follow",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus, br-1thr 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 4",
            "accept",
            "retreat br-3hus, br-1thr 2930-3030-3131",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
        ),
        "2-1 DR2",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, br-3hus~ 3131, br-1thr~ 3131",
    ),
    Combat(
        "with Attack Supply the tanks shift and shatter the defender, and a group rides four hexes",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus, br-1thr 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 supply 2929 @ 5",
            "lose br-3hus",
            "retreat br-3hus, br-1thr 2930-3030-3131-3231-3332",
            "group ge-i-5, ge-ii-5, ge-mg8",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
            "advance ge-i-5, ge-ii-5, ge-mg8 2930-2931",
            "advance ge-i-5, ge-ii-5, ge-mg8 2931-2932",
            "advance ge-i-5, ge-ii-5, ge-mg8 2932-2933",
        ),
        "7-1 DS",
        "ge-i-5 2933, ge-ii-5 2933, ge-mg8 2933, br-3hus-1~~ 3332, br-1thr~~ 3332",
        SUPPLIED,
    ),
    Combat(
        "a group breaks through and fights once more",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus 2930, br-1thr 2932",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 supply 2929",
            "retreat br-3hus 2930-3030-3131-3231-3332",
            "group ge-i-5, ge-ii-5, ge-mg8",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
            "advance ge-i-5, ge-ii-5, ge-mg8 2930-2931",
            "break 2932",
            "advance ge-i-5, ge-ii-5, ge-mg8 2931-2932",
            "advance ge-i-5, ge-ii-5, ge-mg8 2932-2933",
        ),
        "10-1 DS, 10-1 DS",
        "ge-i-5 2933, ge-ii-5 2933, ge-mg8 2933, br-3hus-1~~ 3332, br-1thr eliminated",
        SUPPLIED,
    ),
    Combat(
        "a group breaks through and fights twice more",
        "ge-i-5, ge-ii-5, ge-mg8, ge-mg2 2929",
        "br-3hus 2930, br-1thr 2932, br-2rb 2832",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 supply 2929",
            "retreat br-3hus 2930-3030-3131-3231-3332",
            "group ge-i-5, ge-ii-5, ge-mg8",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
            "advance ge-i-5, ge-ii-5, ge-mg8 2930-2931",
            "break 2932",
            "advance ge-i-5, ge-ii-5, ge-mg8 2931-2932",
            "break 2832",
            "advance ge-i-5, ge-ii-5, ge-mg8 2932-2832",
        ),
        "10-1 DS, 10-1 DS, 10-1 DS",
        "ge-i-5 2832, ge-ii-5 2832, ge-mg8 2832, ge-mg2 2929, br-3hus-1~~ 3332, br-1thr eliminated, br-2rb eliminated",
        SUPPLIED,
    ),
    Combat(
        "who has no way back is lost",
        "ge-i-5, ge-ii-5, ge-mg8 2929, ge-mg2 2931, it-8b 2829, it-19bre 3030",
        "br-3hus, br-1thr 2930",
        (
            "attack 2930 with ge-i-5, ge-mg8 @ 4",
            "accept",
            "advance ge-i-5, ge-mg8 2929-2930",
        ),
        "2-1 DR2",
        "ge-i-5 2930, ge-ii-5 2929, ge-mg8 2930, ge-mg2 2931, it-8b 2829, it-19bre 3030, "
        "br-3hus eliminated, br-1thr eliminated",
    ),
    Combat(
        "ten to one needs no die",
        "ge-i-5, ge-ii-5, ge-mg8, ge-115 2929",
        "br-2rb 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8, ge-115",
            "advance ge-i-5, ge-ii-5, ge-mg8, ge-115 2929-2930",
        ),
        "10-1 DS",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, ge-115 2930, br-2rb eliminated",
    ),
    Combat(
        "tanks gain nothing against a Fortification, and its garrison stands",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "au-20 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 supply 2929 @ 4",
            "lose ge-i-5",
            "stand au-20 @ 4",
            "lose ge-i-5",
        ),
        "1-1 A1/DR2",
        "ge-i-5-2 2929, ge-ii-5 2929, ge-mg8 2929, au-20-1 2930",
        {**SUPPLIED, "forts": {"2930": "allied"}},
    ),
    Combat(
        "Rommel has the die rolled again",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus, br-1thr 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 @ 1",
            "reroll @ 5",
            "lose br-3hus",
            "lose ge-i-5",
            "accept",
            "retreat br-3hus, br-1thr 2930-3030-3131",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
        ),
        "2-1 DRX",
        "ge-i-5-1 2930, ge-ii-5 2930, ge-mg8 2930, br-3hus-1~ 3131, br-1thr~ 3131",
        {"rommel": True},
    ),
    Combat(
        "the Allies attack Italians",
        "it-27pav, it-8b 2930",
        "br-16, br-14 2929",
        (
            "attack 2930 with br-16, br-14 @ 5",
            "accept",
            "retreat it-8b, it-27pav 2930-3030-3131",
            "advance br-16, br-14 2929-2930",
        ),
        "1-1 DR2",
        "it-27pav~ 3131, it-8b~ 3131, br-16 2930, br-14 2930",
        {"phasing": "allied"},
    ),
    Combat(
        "disrupted defenders count half",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus~, br-1thr~ 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8",
            "lose br-3hus",
            "retreat br-3hus, br-1thr 2930-3030-3131-3231-3332",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
        ),
        "10-1 DS",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, br-3hus-1~~ 3332, br-1thr~~ 3332",
    ),
    Combat(
        "units in Full Retreat count nothing and run again",
        "ge-i-5, ge-ii-5, ge-mg8 2929",
        "br-3hus~~ 2930",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8",
            "retreat br-3hus 2930-3030-3131-3231-3332",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
        ),
        "10-1 DS",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, br-3hus-1~~ 3332",
    ),
    Combat(
        "one combat after the other in a phase",
        "ge-i-5, ge-ii-5, ge-mg8 2929, it-8b 2829",
        "br-3hus 2930, br-1thr 2830",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8",
            "retreat br-3hus 2930-3030-3131-3231-3332",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
            "attack 2830 with it-8b @ 1",
        ),
        "10-1 DS, 1-1 A1",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, it-8b-1 2829, br-3hus-1~~ 3332, br-1thr 2830",
    ),
    Combat(
        "infantry loses a step for a step and follows into the hex",
        "ge-115, ge-104-15 2929",
        "br-16 2930",
        (
            "attack 2930 with ge-115, ge-104-15 supply 2929 @ 6",
            "lose ge-115",
            "accept",
            "retreat br-16 2930-3030-3131",
            "advance ge-115, ge-104-15 2929-2930",
        ),
        "1-1 DRX",
        "ge-115-1 2930, ge-104-15 2930, br-16-1~ 3131",
        SUPPLIED,
    ),
    Combat(
        "the Allied corps may answer with its guns and does not",
        "ge-i-5, ge-ii-5, ge-mg8 2929, ge-arko104 2928",
        "br-3hus, br-1thr 2930, al-xiii 2932",
        (
            "attack 2930 with ge-i-5, ge-ii-5, ge-mg8 supply 2929",
            "support none @ 4",
            "lose br-3hus",
            "retreat br-3hus, br-1thr 2930-3030-3131-3231-3332",
            "advance ge-i-5, ge-ii-5, ge-mg8 2929-2930",
        ),
        "7-1 DS",
        "ge-i-5 2930, ge-ii-5 2930, ge-mg8 2930, ge-arko104 2928, br-3hus-1~~ 3332, br-1thr~~ 3332, al-xiii 2932",
        SUPPLIED,
    ),
    Combat(
        "a brigade stands and loses a step after its attackers lost one",
        "ge-115, ge-104-15 2929",
        "br-16 2930",
        (
            "attack 2930 with ge-115, ge-104-15 @ 4",
            "lose ge-115",
            "stand br-16 @ 5",
        ),
        "1-1 A1/DR2",
        "ge-115-1 2929, ge-104-15 2929, br-16-1 2930",
    ),
    Combat(
        "an exchange that clears the hex lets the attackers in and no farther",
        "ge-mg8, ge-mg2 2929",
        "br-1thr 2930",
        (
            "attack 2930 with ge-mg8, ge-mg2 @ 2",
            "lose ge-mg8",
            "advance ge-mg2 2929-2930",
        ),
        "2-1 EX",
        "ge-mg8 eliminated, ge-mg2 2930, br-1thr eliminated",
    ),
)


@pytest.mark.case("8.2", "8.3", "9.7", "10.1", "11.1", "12.1.1", "14.1", "15.1")
@pytest.mark.parametrize("combat", COMBATS, ids=[combat.title for combat in COMBATS])
def test_a_combat_from_the_first_order_to_the_last(combat: Combat) -> None:
    state, results = phase(combat.axis, combat.allied, **combat.fields), []
    for line in combat.orders:
        order, _, dice = line.partition(" @ ")
        state, events = play_noting(state, order, rolls=tuple(int(die) for die in dice.split(", ") if die))
        results += [f"{each['odds']} {each['result']}" for each in facts(events, "fought")]
    assert is_over(state)
    assert ", ".join(results) == combat.results
    assert ended(state, combat) == combat.end


def ended(state: NorthAfrica, combat: Combat) -> str:
    """Everybody of the beginning as he stands at the end."""
    names = [words.split()[0].rstrip("~") for words in f"{combat.axis}, {combat.allied}".split(", ")]
    return ", ".join(f"{_told(state, name)} {where(state, name)}" for name in names)


def _told(state: NorthAfrica, name: str) -> str:
    if where(state, name) in ("eliminated", "surrendered"):
        return name
    lost = counters()[name].steps - state.units[name].steps
    return f"{name}{f'-{lost}' if lost else ''}{'~' * state.units[name].order}"
