"""[60.3, 61.3] What the screen offers in the set-up: where everything may be put."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.arrivals.deployment import CARS, Deployment, free_forts
from sandtable.games.campaign_for_north_africa.arrivals.orders import Deploy
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.selection import Selection, motors_piece, spot, title_of
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of


def deploying_offers(state: Campaign, top: Deployment, chosen: Selection) -> list[Offer]:
    """With nothing chosen: done, and some places of whatever may stand elsewhere; with a piece all its places."""
    if chosen.own:
        return [offer for name in _items(state, top, chosen) for offer in _places(state, top, name)] + list(
            _cars(state, top, chosen)
        )
    found = [Offer(str(Done()), "accept the set-up")]
    for name in top.items(state):
        some = None if name in free_forts(scenario(state.scenario), top.side) else SOME
        found += islice(_places(state, top, name), some)
    return found


def _items(state: Campaign, top: Deployment, chosen: Selection) -> list[str]:
    """What the set-up calls the chosen pieces: counters by their names, Motorization Points by their number."""
    return [item for item in top.items(state) if any(piece in chosen.own for piece in _pieces(state, top, item))]


def _pieces(state: Campaign, top: Deployment, item: str) -> tuple[str, ...]:
    """The pieces on the map that are put elsewhere together; a fortification is put down by its hex."""
    if item in state.supply:
        return tuple(top.group(state, item))
    if item in state.units:
        return (item,)
    if item in free_forts(scenario(state.scenario), top.side):
        return ()
    return (motors_piece(top.where(state, item)),)


def _places(state: Campaign, top: Deployment, name: str) -> Iterator[Offer]:
    pieces = _pieces(state, top, name)
    for at in top.places(state, name):
        action = Deploy(name, board().name(at))
        yield Offer(str(action), f"{name} to {title_of(at)}", pieces, spot(at))


def _cars(state: Campaign, top: Deployment, chosen: Selection) -> Iterator[Offer]:
    """[60.3] Armoured cars for two units."""
    for counter in chosen.counters:
        for name in all_of(state, counter):
            action = Deploy(CARS, name)
            if may(top.check, state, top.side, action):
                label = f"give {name} a point of {CARS} armoured cars (60.3)"
                yield Offer(str(action), label, (counter,), folded="Armoured cars")


SOME = 3  # places of a piece that are named before it is chosen
