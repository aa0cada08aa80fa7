"""[14.23] Guns that find no armour: up to half of the points assigned to Anti-Armour fire join the Close Assault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.commitment import forces_of, has_role, probes_of
from sandtable.games.campaign_for_north_africa.combat.firepower import written
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred
from sandtable.games.campaign_for_north_africa.combat.orders import Commit, Force
from sandtable.games.campaign_for_north_africa.combat.segment import attacked, defender, forces_at
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.patrols.decoys import decoys
from sandtable.games.campaign_for_north_africa.pieces.strength import armour
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at, side_of
from sandtable.games.campaign_for_north_africa.verbs import mark, record


def open_reassignment(draft: Draft[Campaign]) -> None:
    """The Phasing Player decides first."""
    state = draft.state
    for side in (defender(state), state.phasing):
        for at in reversed(attacked(state)):
            if not has_armour_against(state, side, at) and limit(state, side, at):
                draft.push(Reassignment(side, at))


def has_armour_against(state: Campaign, side: str, at: int) -> bool:
    """[14.23, 14.12, 16.46] Whether a side that fires finds armour: in the hex, or among those who assault it."""
    if side == state.phasing:
        return is_feigned(state, at) or any(
            armour(state, name, weapon) is not None
            for name in everyone_at(state, at, defender(state))
            for weapon in state.units[name].toe
        )
    return any(
        force.at == at and side_of(force.unit) != side and armour(state, force.unit, force.weapon) is not None
        for force in state.segment.forces
    )


def movable(state: Campaign, side: str, at: int) -> Iterator[Commitment]:
    """[15.21, 15.34] Points that can do anything in a Close Assault."""
    for force in forces_at(state, at, side, "anti_armour"):
        if not has_role(state, force.unit, force.weapon, "close_assault"):
            continue
        if side == state.phasing and is_barred(state, force.unit, state.units[force.unit].at, at):
            continue
        yield force


def limit(state: Campaign, side: str, at: int) -> int:
    """[14.23] Half of the points assigned, rounded down."""
    half = sum(force.points for force in forces_at(state, at, side, "anti_armour")) // 2
    return min(half, sum(force.points for force in movable(state, side, at)))


class Reassignment(Decision[Campaign], frozen=True):
    """[14.23] Who goes over to the Close Assault, written as a commitment."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    side: str
    at: int  # no hex in what the enemy knows

    def prompt(self, state: Campaign) -> str:
        at = f" at {board().name(self.at)}" if self.at >= 0 else ""
        return (
            f"There is no armour{at}: commit up to {limit(state, self.side, self.at)} of your Anti-Armour points "
            "to Close Assault instead."
        )

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return suggest(state, self.side, self.at), Commit(())

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Commit):
            raise Refusal("14.23", "commit points to Close Assault, or: commit none")
        left = {(force.unit, force.weapon): force.points for force in movable(state, self.side, self.at)}
        total = 0
        for force in forces_of(state, self.side, action):
            if force.at != self.at or force.role != "close_assault":
                raise Refusal("14.23", f"points may be reassigned only to the Close Assault at {board().name(self.at)}")
            if force.points > left.get((force.unit, force.weapon), 0):
                raise Refusal(
                    "14.23", f"{force.unit} does not have that many points assigned to Anti-Armour fire there"
                )
            total += force.points
        most = limit(state, self.side, self.at)
        if total > most:
            raise Refusal("14.23", f"at most half of the points may be reassigned: {most}")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if moved := forces_of(draft.state, self.side, action):
            _move(draft, moved)


def _move(draft: Draft[Campaign], moved: tuple[Commitment, ...]) -> None:
    points: dict[tuple[int, str, str, str], int] = {
        (force.at, force.role, force.unit, force.weapon): force.points for force in draft.state.segment.forces
    }
    for force in moved:
        points[force.at, "anti_armour", force.unit, force.weapon] -= force.points
        key = force.at, "close_assault", force.unit, force.weapon
        points[key] = points.get(key, 0) + force.points
        draft.note(
            "reassigned",
            only=side_of(force.unit),
            unit=force.unit,
            weapon=force.weapon,
            points=force.points,
            at=board().name(force.at),
            case="14.23",
        )
    forces = tuple(
        Commitment(at, "close_assault" if role == "close_assault" else "anti_armour", unit, weapon, count)
        for (at, role, unit, weapon), count in points.items()
        if count
    )
    state = draft.state
    attack = tuple(force for force in forces if side_of(force.unit) == state.phasing)
    assaulted = {force.at for force in attack if force.role == "close_assault"}
    # [10.31] A hex that is assaulted after all is attacked as it must be.
    unmet = tuple(each for each in state.segment.unmet if each[1] not in assaulted)
    _count_assaults(draft, {force.unit for force in attack if force.role == "close_assault"})
    record(draft, forces=forces, probes=probes_of(state, attack), unmet=unmet)


def _count_assaults(draft: Draft[Campaign], assaulting: set[str]) -> None:
    """[18.23] Who has come to assault only now has made his one Close Assault as well."""
    before = {force.unit for force in draft.state.segment.forces if force.role == "close_assault"}
    for name in sorted(assaulting - before):
        mark(draft, name, assaults=draft.state.units[name].assaults + 1)


def suggest(state: Campaign, side: str, at: int) -> Commit:
    """As many as may."""
    left = limit(state, side, at)
    found = []
    for force in movable(state, side, at):
        count = min(left, force.points)
        if count:
            found.append(written(state, (force.unit, force.weapon, count)))
        left -= count
    return Commit((Force(board().name(at), "close", tuple(found)),))


def is_feigned(state: Campaign, at: int) -> bool:
    """[16.46] Whether those who fire at a hex take a dummy in it for armour."""
    return at in decoys(state, defender(state))


def unmask(draft: Draft[Campaign]) -> None:
    """[16.46] Before the Close Assaults: a dummy goes where one is made, and where fire has found no other armour or
    has left none."""
    state, side = draft.state, defender(draft.state)
    found_out = tuple(at for at in decoys(state, side) if at in attacked(state) and _is_found_out(state, at))
    if not found_out:
        return
    draft.amend("decoys", side, tuple(at for at in decoys(state, side) if at not in found_out))
    for at in found_out:
        draft.note("unmasked", side=side, at=board().name(at), case="16.46")


def _is_found_out(state: Campaign, at: int) -> bool:
    if forces_at(state, at, state.phasing, "close_assault"):
        return True
    return not any(
        armour(state, name, weapon) is not None
        for name in everyone_at(state, at, defender(state))
        for weapon in state.units[name].toe
    )
