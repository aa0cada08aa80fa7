"""Battles that are to be resolved, for tests."""

from __future__ import annotations

from typing import Any

from sandtable.games.afrika_korps.combat.resolution import Battle, Resolution
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import THE_END, asking, play_noting, position

ELSEWHERE = {"axis": "bologna W6", "allied": "pol J62"}  # so that no army is lost with its last unit


def resolving(state: AfrikaKorps, *battles: Battle) -> AfrikaKorps:
    return asking(state, Resolution(state.phasing, battles))


def field(axis: str, allied: str, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    return position(f"{axis}, {ELSEWHERE['axis']}", f"{allied}, {ELSEWHERE['allied']}", phasing=phasing, **fields)


def one_battle(roll: int) -> tuple[AfrikaKorps, list[str]]:
    """Ariete against a brigade at 2-1, whose column holds all five results."""
    state = resolving(field("ariete Q40, AxS1 Q39", "9A/20 Q41"), Battle(("9A/20",), ("ariete",), ("AxS1",)))
    state, events = play_noting(state, "fight 1", rolls=(roll,))
    return state, [str(event.facts["result"]) for event in events if event.kind == "fought"]


def over(state: AfrikaKorps) -> bool:
    return state.stack == (THE_END,)


def two_battles() -> AfrikaKorps:
    state = field("ariete Q40, 21/5 W10, AxS1 Q39, AxS2 W9, AxS3 W8", "9A/20 Q41, 22gds W11")
    return resolving(state, Battle(("9A/20",), ("ariete",), ("AxS1",)), Battle(("22gds",), ("21/5",), ("AxS2",)))
