"""[3.6] Every field of a position, and of what may lie on its stack, is open to all, with the case or the reason for it
here, or does not reach the enemy, whatever stands in it. So no new field can be forgotten."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import fields, replace

from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.contents import (
    Minefield,
    Project,
    Raider,
    Replacement,
    Ship,
    Squadron,
    SupplyUnit,
    Unit,
    Wreck,
)
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_names
from sandtable.games.campaign_for_north_africa.saved_position import Position
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign, Side, enemy_of
from tests.campaign_for_north_africa.assaults import HEX
from tests.campaign_for_north_africa.positions import position

FRAMES: tuple[type[Frame], ...] = get_args(get_args(next(f.type for f in fields(Position) if f.name == "stack"))[0])
UNITS: Mapping[str, tuple[str, str]] = {"axis": ("63Cir", "IX(L)"), "commonwealth": ("7Spt", "11Hus")}
COUNTERS: Mapping[str, str] = {"axis": "Maletti", "commonwealth": "2Spt"}  # beside these: nobody is attached to himself

# Where somebody is asked all see who, and at which step the sequence of play stands.
ASKED = ("side", "who", "phase", "segment", "stage", "step", "assessed", "terms.side")
OPEN: Mapping[str, Mapping[str, str]] = {
    "Over": {"winner case reason": "the end is told to all"},
    "Battle": {"lost stood": "never by itself: Resolution and Rout are such"},
    "AntiArmour": {"harm": "14.41: fire is rolled for openly"},
    "Absorbing": {"at": "15.83"},
    "Casualties": {"at": "15.83"},
    "Damage": {"at": "14.41"},
    "Demolition": {"at": "17.56"},
    "Yielding": {"at": "15.86"},
    "Losses": {"at": "15.83", "captured": "15.85: the dice are open"},
    "Resolution": {
        "fight.at": "15.22",
        "column": "15.7: totals and dice are open",
        "attack.captured attack.engaged attack.retreat attack.captives": "15.7",
        "defence.percent defence.captured defence.engaged defence.retreat defence.captives": "15.7",
        "stood": "15.82",
    },
    "Rout": {"at": "15.29", "stood": "15.82"},
    "Retreats": {"terms.start terms.hexes terms.foes terms.forced left stood through": "15.82: counters are led away"},
    "Yielded": {"at": "15.29"},
    "Withdrawn": {"units start": "13.1: counters"},
    "RaidDamage": {"damage case": "32.74"},
    "FleetAssignment": {"sent": "30.12"},
    "CoastalShipping": {"sailed": "32.35"},
    "MotorLanding": {"at": "32.52: whether there is anything for Alexandria, not how much"},
    "March": {
        "units train started": "8.1: counters",
        "path": "8.1: the hex in which they are, and no other",
        "kind alarm answered": "8.1",
    },
    "Reaction": {"movers at": "8.51", "target": "8.53: the mover's, and told by him who has come next to it"},
    "Movement": {
        "done going begun bound": "8.2: which counters have moved is seen",
        "left": "10.24",
        "declined": "17.54",
    },
    "Patrols": {"seen": "16.14"},
    "Mission": {"at": "16.22"},
    "ObjectiveLoss": {"at captured": "16.34: the die is open"},
    "Revelation": {"at count": "16.5"},
    "Encounter": {"units raider": "27.44: counters, and a raider that is announced"},
    "Getaway": {"raider": "27.36"},
    "Spoils": {"names": "14.52: markers"},
}
# Known to the Phasing Player, or to the other, whoever is asked.
OF_THE_DEFENDER = ("helpless",)

OPEN_STATE: Mapping[str, str] = {
    "stack": "each frame by itself",
    "count": "a table counts the events that were heard",
    "viewer told": "made for who looks",
    "scenario options last_turn": "the set-up",
    "turn stage initiative first phasing cycle": "5.2",
    "weather foul": "29.1",
    "stacks": "3.62: counters on the map and in the boxes are seen",
    "prisoners captives returning": "28.14, 28.24",
    "hunts wounded": "27.64, 27.92",
    "loans": "20.9: a counter goes, and comes back",
    "drafted": "20.73: every Game-Turn",
    "forts built laid railway ruined cut workshops razed unmended": "3.62: what is built is seen",
    "control seized": "15.2, 64.71: who was last in a place is seen",
    "fought shelled idle": "16.21, 22.34: assaults and barrages are seen",
    "railed shipped sailings": "8.74, 32.36: what goes by rail or sea is seen",
    "retreating promised": "10.24, 8.53",
    "serial": "each number is on a marker that all have seen",
    "segment.barraged": "12.43",
    "segment.held_off": "10.34",
}
# Tables of things that the enemy sees in part: one of his, and what he sees of it.
THINGS: Mapping[str, tuple[Any, str]] = {
    "units": (Unit(HEX("C3920")), "at reserve engaged journey"),
    "supply": (SupplyUnit("axis", HEX("C3920")), "side at"),
    "wrecks": (Wreck(HEX("C3920"), "axis", "italian", "", 1, False), "side at destroyed"),
    "projects": (Project("axis", HEX("C3920"), ""), "side at"),
    "minefields": (Minefield("axis"), "side revealed"),
    "raiders": (Raider("axis", HEX("C3920")), "side at shown"),
    "replacements": (Replacement(), ""),
    "squadrons": (Squadron(), ""),
    "ships": (Ship(4), "guns at port sea owed mending crippled"),
}
# Books that one side alone can have.
OWNERS: Mapping[str, Side] = {
    "upgraded": "commonwealth", "held": "commonwealth", "commandos": "commonwealth", "ships": "commonwealth",
    "segment.salvo": "commonwealth", "escort": "axis", "raids": "axis", "raid": "axis", "chariots": "axis",
    "rommel": "axis", "segment.coast": "axis", "segment.at_ships": "axis", "gunned": "axis",
}  # fmt: skip


# Values of any type


def sample(kind: Any, foe: Side, n: int) -> Any:
    """One of two values of a type, with names and sides of the enemy in it."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return sample(args[0], foe, n)
    if origin is Literal:
        return args[n % len(args)]
    if origin in (Union, types.UnionType):
        return sample(next(each for each in args if each is not types.NoneType), foe, n)
    if origin is tuple:
        return (sample(args[0], foe, n),) * n if args[1:] == (...,) else tuple(sample(each, foe, n) for each in args)
    if origin is dict:
        return {foe if args[0] is str else 1000: sample(args[1], foe, n)}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{each.name: sample(each.type, foe, n) for each in fields(kind)})
    plain = {int: 1000 * n, bool: n == 1, str: UNITS[foe][n - 1]}
    return plain[kind]


def parts(kind: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The fields of a value with their types, those of a value in it by their path."""
    for each in fields(kind):
        if isinstance(each.type, type) and issubclass(each.type, msgspec.Struct):
            yield from parts(each.type, f"{prefix}{each.name}.")
        else:
            yield f"{prefix}{each.name}", each.type


def put(value: Any, path: str, what: Any) -> Any:
    first, _, rest = path.partition(".")
    return replace(value, **{first: put(getattr(value, first), rest, what) if rest else what})


def listed(table: Mapping[str, str]) -> set[str]:
    return {name for names in table for name in names.split()}


def field(foe: Side, **fields: Any) -> Campaign:
    return replace(position("63Cir, Maletti C3920", "7Spt, 2Spt C4807"), phasing=foe, **fields)


# What may lie on the stack


@pytest.mark.case("3.6", "3.61", "3.62")
@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("viewer", ["axis", "commonwealth", ""])
def test_no_field_of_a_frame_is_seen_by_the_enemy_that_is_not_open_to_all(kind: type[Frame], viewer: str) -> None:
    foe = enemy_of(viewer)
    if getattr(kind, "side", foe) == viewer:
        return  # a question to this side alone
    is_open = listed(OPEN.get(kind.__name__, {}))
    assert is_open <= {path for path, _ in parts(kind)}
    frame = sample(kind, foe, 1)
    if any(each.name == "side" for each in fields(kind)):
        frame = replace(frame, side=foe)
    for path, of in parts(kind):
        if path in is_open or path in ASKED:
            continue
        one, other = (put(frame, path, sample(of, foe, n)) for n in (1, 2))
        phasing = enemy_of(foe) if path in OF_THE_DEFENDER else foe
        seen = [observe(field(phasing, stack=(each,)), viewer).stack for each in (one, other)]
        assert one != other and seen[0] == seen[1], path


# The position


@pytest.mark.case("3.6", "3.61", "3.62")
@pytest.mark.parametrize("viewer", ["axis", "commonwealth", ""])
def test_no_table_of_a_position_is_seen_by_the_enemy_that_is_not_open_to_all(viewer: str) -> None:
    foe, is_open = enemy_of(viewer), listed(OPEN_STATE)
    assert is_open | {*THINGS, *OWNERS} <= {path for path, _ in parts(Campaign)}
    for path, of in parts(Campaign):
        if path in is_open or path in THINGS or OWNERS.get(path) == viewer:
            continue
        state = field(foe)
        one, other = (put(state, path, _filled(path, of, foe, n)) for n in (1, 2))
        assert observe(one, viewer) == observe(other, viewer), path


def _filled(path: str, of: Any, foe: Side, n: int) -> Any:
    """Some tables have keys of their own."""
    nation = "italian" if foe == "axis" else "commonwealth"
    keys = {
        "parts": UNITS[foe][0], "gunned": UNITS[foe][0], "guards": UNITS[foe][0], "reforming": raider_names(foe)[0],
        "spares": f"C3001/{nation}/CV33", "drawn": f"{nation}/CV33",
    }  # fmt: skip
    found = sample(of, foe, n)
    return {keys[path]: found[foe]} if path in keys else found


@pytest.mark.case("3.6", "3.61", "3.62")
@pytest.mark.parametrize("name", THINGS)
@pytest.mark.parametrize("viewer", ["axis", "commonwealth", ""])
def test_of_a_thing_of_the_enemy_nothing_is_seen_that_is_not_open_to_all(name: str, viewer: str) -> None:
    if OWNERS.get(name) == viewer:
        return
    foe, (thing, is_open) = enemy_of(viewer), THINGS[name]
    if hasattr(thing, "side"):
        thing = replace(thing, side=foe)
    for path, of in parts(type(thing)):
        if path in is_open.split():
            continue
        one, other = (put(thing, path, sample(of, foe, n)) for n in (1, 2))
        assert _seen(name, one, foe, viewer) == _seen(name, other, foe, viewer), path


def _seen(name: str, thing: Any, foe: Side, viewer: str) -> Campaign:
    state, key = field(foe), {"units": COUNTERS[foe], "minefields": HEX("C3920")}.get(name, UNITS[foe][1])
    table = {**getattr(state, name), key: thing}
    return observe(replace(state, **{name: table}), viewer)
