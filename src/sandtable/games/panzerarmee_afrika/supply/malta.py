"""[9] The invasion of Malta, off the map."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.map import libya
from sandtable.games.panzerarmee_afrika.pieces.tables import limits, malta_success
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.network import in_supply


class Malta(Action, frozen=True):
    """[9] Attempt the invasion."""


class Decline(Action, frozen=True):
    """[9] Do not invade Malta."""


def open_malta(draft: Draft[PanzerarmeeAfrika]) -> None:
    """[8, 9] The last moment to announce the invasion is the Axis supply phase of turn 15."""
    if draft.state.turn == limits().malta_turn:
        draft.push(MaltaInvasion())


def allied_in_libya(state: PanzerarmeeAfrika) -> list[str]:
    """[9] Allied regular units west of the border that are in supply as the lines run now."""
    return [
        name
        for at, names in state.layout.stands["allied"].items()
        if at in libya()
        for name in names
        if in_supply(state, name, "allied")
    ]


class MaltaInvasion(Decision[PanzerarmeeAfrika], frozen=True):
    """[9] To try or not to try."""

    def asked(self, state: PanzerarmeeAfrika) -> tuple[str, ...]:
        return ("axis",)

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        stand = bool(allied_in_libya(state))
        falls = max(die for die in range(1, 7) if malta_success(die, stand))
        units = "Allied units in supply are in Libya" if stand else "no Allied unit in supply is in Libya"
        return (
            f"Attempt the invasion of Malta? {units}, so it falls on 1 to {falls}. After an attempt no Axis unit "
            f"may cross into Egypt this turn; failure costs reinforcements."
        )

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return [Malta(), Decline()]

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if not isinstance(action, Malta | Decline):
            raise Refusal("9", "first decide whether to attempt the invasion of Malta: malta or decline")

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Decline):
            draft.note("malta", outcome="not-attempted", case="9")
            return
        stand = bool(allied_in_libya(draft.state))
        fallen = malta_success(draft.roll("the invasion of Malta"), stand)
        draft.change(malta="success" if fallen else "failure")
        draft.note("malta", outcome=draft.state.malta, allied_in_libya=stand, case="9")
