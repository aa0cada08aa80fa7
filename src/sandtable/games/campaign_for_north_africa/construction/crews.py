"""[23.1, 23.23, 24.17] Who is good for which work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations

from sandtable.games.campaign_for_north_africa.construction.tables import (
    ENGINEERS,
    Crew,
    Role,
    Word,
    Work,
    construction_table,
)
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, is_guard
from sandtable.games.campaign_for_north_africa.state import Campaign, toe_of

SCORPION = "Scorpion"
SAPPERS: frozenset[Role] = frozenset(("engineer_battalion", "headquarters"))  # [23.24] who helps in an assault


def roles(state: Campaign, name: str) -> frozenset[Role]:
    """[23.11, 23.13, 23.14, 23.15, 24.53] What a unit is good for: by its type, infantry and Scorpions by their
    strength as well."""
    found = _trades(name)
    if "infantry" in found and toe_of(state, name) < construction_table().least_infantry.value:
        found -= {"infantry"}
    if state.units[name].toe.get(SCORPION, 0) >= construction_table().least_scorpions.value:
        found |= {"scorpions"}
    return found


@cache
def _trades(name: str) -> frozenset[Role]:
    counter = counters()[name]
    if counter.kind == "construction":  # [23.13] for railways, or for roads, and for nothing else
        return frozenset(("railway_company",) if "railroad" in counter.symbols else ("road_battalion",))
    found: set[Role] = set()
    if counter.is_hq and counter.engineers:
        found.add("headquarters")
        if counter.side == "commonwealth":
            found.add("commonwealth_headquarters")
    elif counter.engineers:
        found.add("engineer_company" if counter.level == "company" else "engineer_battalion")
    if counter.is_infantry_type and counter.level == "battalion" and not is_guard(name):
        found.add("infantry")
    return frozenset(found)


def is_engineer(state: Campaign, name: str) -> bool:
    """[23.1] Whether a unit has engineers; those that work on railways or roads alone have none for other things."""
    return not ENGINEERS.isdisjoint(_trades(name))


def crew_of(state: Campaign, work: Work, names: Sequence[str]) -> Crew | None:
    """[24.17] The crew that these units are, each of them in one part of it; the best if they are several."""
    return _best_crew(work.crews, tuple(roles(state, name) for name in names))


@lru_cache(maxsize=1024)  # the same few trades stand together again and again
def _best_crew(crews: tuple[Crew, ...], good: tuple[frozenset[Role], ...]) -> Crew | None:
    fits = [crew for crew in crews if len(crew.roles) == len(good) and _fits(crew, good)]
    return max(fits, key=lambda crew: (crew.hexes, crew.pace), default=None)


def _fits(crew: Crew, good: Sequence[frozenset[Role]]) -> bool:
    return any(all(map(_is_good_for, order, crew.roles)) for order in permutations(good))


def _is_good_for(good: frozenset[Role], word: Word) -> bool:
    return not good.isdisjoint(ENGINEERS) if word == "engineers" else word in good


def crews_among(state: Campaign, work: Work, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Of some units, one set of builders for every crew that can be made up of them, those that do most first; who is
    good for one thing only goes before who is good for several."""
    good = tuple(roles(state, name) for name in names)
    for chosen in _possible_crews(work.crews, good):
        yield tuple(names[number] for number in chosen)


@lru_cache(maxsize=4096)
def _possible_crews(crews: tuple[Crew, ...], good: tuple[frozenset[Role], ...]) -> tuple[tuple[int, ...], ...]:
    """The same by the numbers of the units, of which no more matters than what they are good for."""
    found: list[tuple[int, ...]] = []
    numbers = sorted(range(len(good)), key=lambda number: len(good[number]))
    for crew in sorted(crews, key=lambda crew: (-crew.hexes, -crew.pace)):
        chosen: list[int] = []
        for word in crew.roles:
            fit = next((each for each in numbers if each not in chosen and _is_good_for(good[each], word)), None)
            if fit is None:
                break
            chosen.append(fit)
        else:
            found.append(tuple(chosen))
    return tuple(found)
