"""[32.15] Sharing out what lies in several stores, each within the range of some units only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

Reach = Callable[[str], Collection[str]]
Shares = dict[str, dict[str, int]]  # for each unit the points it draws from each store


def ration(needs: Iterable[tuple[str, int]], reach: Reach, left: dict[str, int]) -> Shares:
    """What each unit draws, all it needs or nothing. Those named first are served first; they make room for those after
    them where they can draw elsewhere, so that a unit goes without only when there is truly not enough."""
    shares: Shares = {}
    for name, need in needs:
        trial, rest = {unit: dict(drawn) for unit, drawn in shares.items()} | {name: {}}, dict(left)
        if all(_find(name, trial, rest, reach, set()) for _ in range(need)):
            shares, left = trial, rest
    return shares


def _find(name: str, shares: Shares, left: dict[str, int], reach: Reach, tried: set[str]) -> bool:
    """One more point for a unit: what nobody draws, else what somebody draws who finds another."""
    for store in reach(name):
        if left[store]:
            left[store] -= 1
            _give(shares[name], store, 1)
            return True
    for store in reach(name):
        if store in tried:
            continue
        tried.add(store)
        for other, drawn in shares.items():
            if other == name or not drawn.get(store) or not _find(other, shares, left, reach, tried):
                continue
            _give(drawn, store, -1)
            _give(shares[name], store, 1)
            return True
    return False


def _give(drawn: dict[str, int], store: str, points: int) -> None:
    drawn[store] = drawn.get(store, 0) + points
    if not drawn[store]:
        del drawn[store]
