"""Declaring attacks, for tests.

The maps are in the open desert: the neighbours of P41 are P40 and P42, O40 and O41, Q41 and Q42.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.values import Event
from sandtable.games.afrika_korps.combat.declarations import Battles, open_battles
from sandtable.games.afrika_korps.combat.resolution import Battle, Resolution
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import draft_of, play_noting, position

ELSEWHERE = {"axis": "brescia W6", "allied": "pol J62"}  # so that no army is lost with its last unit

RED_LINE = "bologna, savena P40, trenta P41"
BLUE_LINE = "7/4, 22gds Q41, 7/7 Q40, 1/2 Q42, ff R40, AlS1 R41"
OUT_OF_SUPPLY = ("brescia P41", "1SA/1 P40, 1SA/2 Q42", "allied")
FIFTEENTH = "15/8, AxS1 P41"
SIEGE = ("ariete, 21/3 H26, folgere G24, AxS1 H26, AxS2 G24", "4I/5, 7/7, AlS1 G25")


def field(axis: str, allied: str, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    parts = {"axis": axis, "allied": allied}
    for side, text in ELSEWHERE.items():
        if text.split()[0] not in parts[side]:
            parts[side] += f", {text}"
    return position(parts["axis"], parts["allied"], phasing=phasing, **fields)


def opened(state: AfrikaKorps) -> tuple[AfrikaKorps, list[Event]]:
    """Movement is over: the losses before combat, and the declaration if there is anything to declare."""
    draft = draft_of(state)
    open_battles(draft, state.phasing)
    draft.settle()
    return draft.state, draft.events


def declaring(axis: str, allied: str, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    state, events = opened(field(axis, allied, phasing, **fields))
    assert not events, "somebody was lost before combat"
    assert isinstance(state.stack[-1], Battles)
    return state


def battles(state: AfrikaKorps) -> tuple[Battle, ...]:
    frame = state.stack[-1]
    assert isinstance(frame, Battles | Resolution)
    return frame.battles


def odds(state: AfrikaKorps, order: str) -> str:
    """The odds announced for an attack."""
    _, events = play_noting(state, order)
    (declared,) = [event for event in events if event.kind == "declared"]
    return str(declared.facts["odds"])


def supplies(state: AfrikaKorps, order: str) -> object:
    _, events = play_noting(state, order)
    return events[0].facts["supplies"]
