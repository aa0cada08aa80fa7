"""[11.1, 11.5.1] Determined Defence: the defender tries to hold his hex before he retreats, and Desperate Defence where
there is no way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.frames import NEVER, Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.combat.orders import Accept, Reroll, Stand
from sandtable.games.north_africa_41.combat.strength import is_fortified
from sandtable.games.north_africa_41.combat.support import defence_support, use
from sandtable.games.north_africa_41.lines.support_units import is_support
from sandtable.games.north_africa_41.lines.tracing import in_supply
from sandtable.games.north_africa_41.map import board, groundworks, ports, terrain, towns
from sandtable.games.north_africa_41.order_forms import Lose
from sandtable.games.north_africa_41.pieces.tables import DefenceColumn
from sandtable.games.north_africa_41.pieces.tables import terrain as terrain_effects
from sandtable.games.north_africa_41.results import retreats
from sandtable.games.north_africa_41.results.battle import Battle, Conclusion, holding
from sandtable.games.north_africa_41.results.losses import (
    Release,
    Toll,
    becomes_remnant,
    fall,
    is_last_step,
    release,
    suffer,
    take_step,
)
from sandtable.games.north_africa_41.results.tables import Stand as Outcome
from sandtable.games.north_africa_41.results.tables import defence_modifier, determined_defence
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, NorthAfrica, face_of, in_good_order

LIKELY = {"worse-than-half": 1 / 2, "worse-than-a-third": 1 / 3}  # standing answers: the least chance to stand on
FACES = range(1, 7)
LIMITED_ADVANCE = 1  # [14.2.2] hexes: the defender's own


# --- who may stand, and where


def leads(state: NorthAfrica, battle: Battle) -> list[str]:
    """[11.2.3] Survivors that can be the Lead Unit: in Good Order and no ASU."""
    return [name for name in holding(state, battle) if in_good_order(state, name) and not is_support(name)]


def may_stand(state: NorthAfrica, battle: Battle) -> bool:
    """[11.1, 11.2.2, 11.2.3] Whether a Determined Defence is possible at all."""
    return battle.effect.background != "red" and bool(leads(state, battle))


def defence_column(state: NorthAfrica, battle: Battle) -> DefenceColumn:
    """[11.2.1] By the defender's hex."""
    at = battle.at
    ground = terrain_effects(terrain(at)).defence_column
    if is_fortified(state, battle) or ground == "fortified":
        return "fortified"
    return "other" if at in towns() or at in groundworks() else ground


def is_desperate(state: NorthAfrica, battle: Battle) -> bool:
    """[11.5.2] No way back for anybody, or a port without which they would be Out of Supply."""
    units, effect = holding(state, battle), battle.effect
    if not retreats.has_way_out(state, battle, units, effect.shortest_retreat, effect.longest_retreat):
        return True
    return _lives_on_port(state, battle, units)


def _lives_on_port(state: NorthAfrica, battle: Battle, units: Sequence[str]) -> bool:
    if battle.at not in ports().values() or state.holder(battle.at) != battle.foe:
        return False
    lost = replace(state, control={**state.control, board().name(battle.at): battle.side})
    return all(in_supply(state, name) and not in_supply(lost, name) for name in units)


# --- before the retreat


class Yielding(Step[NorthAfrica], frozen=True):
    """[11.1] Losses are taken: whoever is left may try to hold, or retreats."""

    battle: Battle

    def run(self, draft: Draft[NorthAfrica]) -> None:
        if may_stand(draft.state, self.battle):
            draft.swap(DeterminedDefence(self.battle))
        else:
            draft.swap(Flight(self.battle))


class Flight(Step[NorthAfrica], frozen=True):
    """[12.1.1] The survivors leave the hex."""

    battle: Battle

    def run(self, draft: Draft[NorthAfrica]) -> None:
        battle, effect = self.battle, self.battle.effect
        draft.swap(Conclusion(battle))
        if battle.kind == "attack":
            _end_second_retreats(draft, battle)
        units = holding(draft.state, battle)
        if not units:
            return
        order = FULL_RETREAT if effect.order == "full-retreat" else DISRUPTED
        retreats.open_retreat(draft, battle, units, effect.shortest_retreat, effect.longest_retreat, order)


def _end_second_retreats(draft: Draft[NorthAfrica], battle: Battle) -> None:
    """[12.3] Units that retreated into the hex earlier in the phase cannot retreat again."""
    for name in holding(draft.state, battle):
        if name in battle.inert:
            fall(draft, name, "12.3", "forced to retreat twice")


# --- the question


class DeterminedDefence(Decision[NorthAfrica], frozen=True):
    """[11.2.1, 11.3] The defender names a Lead Unit and perhaps DD Support, or retreats. Once a step has been given for
    another attempt [11.5.3] there is no going back."""

    battle: Battle
    again: bool = False  # [11.5.3]
    support: str = ""  # [11.5.3] what supports every attempt

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.battle.foe,)

    def prompt(self, state: NorthAfrica) -> str:
        effect = self.battle.effect
        back = f"retreat {effect.shortest_retreat}"
        if effect.longest_retreat > effect.shortest_retreat:
            back += f" or {effect.longest_retreat}"
        if self.again:
            return f"Another attempt at holding {board().name(self.battle.at)}: name the Lead Unit."
        return f"{self.battle.result} at {board().name(self.battle.at)}: stand with a Lead Unit, or accept and {back}."

    def interrupt(self, state: NorthAfrica, side: str) -> str:
        return "" if self.again else "determined-defence"

    def settled(self, state: NorthAfrica, side: str, choice: str) -> Action | None:
        """With the Lead Unit that is most likely to hold, or not at all; no DD Support is spent unasked."""
        if choice == NEVER:
            return Accept()
        if choice not in LIKELY:
            return None
        alone = [each for each in stands_of(state, self.battle, self.support) if not each.support]
        chance, best = max(
            ((holding_chance(state, self.battle, each.lead, self.support), each) for each in alone),
            key=lambda found: found[0],
            default=(0.0, None),
        )
        return best if best is not None and chance >= LIKELY[choice] else Accept()

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        stands = stands_of(state, self.battle, self.support)
        return stands if self.again else [*stands, Accept()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Stand):
            check_stand(state, self.battle, action, self.support)
        elif isinstance(action, Accept) and not self.again:
            return
        else:
            raise Refusal("11.2.1", "stand with a Lead Unit" + ("" if self.again else ", or accept the retreat"))

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Stand):
            if action.support:
                use(draft, self.battle.foe, action.support)
            attempt(draft, self.battle, action.lead, action.support or self.support)
        else:
            draft.swap(Flight(self.battle))


def stands_of(state: NorthAfrica, battle: Battle, given: str) -> list[Stand]:
    """Every attempt: each Lead Unit without and, unless it is given already, with each DD Support."""
    offers = ["", *([] if given else defence_support(state, battle))]
    return [Stand(lead, support) for lead in leads(state, battle) for support in offers]


def check_stand(state: NorthAfrica, battle: Battle, action: Stand, given: str) -> None:
    """[11.2.3, 11.3]"""
    if action.lead not in holding(state, battle):
        raise Refusal("11.2.1", f"{action.lead} is not one of the survivors")
    if is_support(action.lead):
        raise Refusal("11.2.3", f"{action.lead} is an ASU and cannot lead")
    if not in_good_order(state, action.lead):
        raise Refusal("13.2.1", f"{action.lead} is not in Good Order and cannot lead")
    if not action.support:
        return
    if given:
        raise Refusal("11.5.3", f"{given} already supports every attempt")
    if action.support not in defence_support(state, battle):
        raise Refusal(
            "11.3",
            f"{action.support} cannot support this defence: it takes an Air Support marker or ASU, "
            "Ready, in Good Order, in range and of a nation in the hex",
        )


# --- the attempt


def attempt(draft: Draft[NorthAfrica], battle: Battle, lead: str, support: str) -> None:
    """[11.2.1] Roll; Rommel may have it rolled again [18.5]."""
    die = draft.roll(f"Determined Defence of {board().name(battle.at)} by {lead}", by=battle.foe)
    if battle.foe == "axis" and draft.state.rommel:
        draft.swap(DefenceReroll(battle, lead, support, die))
    else:
        settle(draft, battle, lead, support, die)


class RommelsReroll(Decision[NorthAfrica], frozen=True):
    """[18.5] A die of the Axis stands and Rommel is ready."""

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return ("axis",)

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Accept(), Reroll()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Accept | Reroll):
            raise Refusal("18.5", "accept the die, or reroll it with Rommel")


class DefenceReroll(RommelsReroll, frozen=True):
    """[18.5] An Axis Determined Defence has been rolled and Rommel is ready."""

    battle: Battle
    lead: str
    support: str
    die: int

    def interrupt(self, state: NorthAfrica, side: str) -> str:
        return "rommels-reroll"

    def prompt(self, state: NorthAfrica) -> str:
        outcome = outcome_of(state, self.battle, self.lead, self.support, self.die)
        return f"The Determined Defence {'holds' if outcome.holds else 'fails'}: accept, or reroll with Rommel?"

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        die = self.die
        if isinstance(action, Reroll):
            die = reroll(draft, f"Determined Defence of {board().name(self.battle.at)}")
        settle(draft, self.battle, self.lead, self.support, die)


def reroll(draft: Draft[NorthAfrica], purpose: str) -> int:
    """[18.5] Once a Game Turn."""
    draft.change(rommel=False)
    draft.note("rerolled", purpose=purpose, case="18.5")
    return draft.roll(f"{purpose}, with Rommel", by="axis")


def modifiers(state: NorthAfrica, battle: Battle, lead: str, support: str) -> int:
    """[11.2.4]"""
    return defence_modifier(face_of(state, lead).quality, battle.effect.background, bool(support))


def outcome_of(state: NorthAfrica, battle: Battle, lead: str, support: str, die: int) -> Outcome:
    """[11.4]"""
    return determined_defence(defence_column(state, battle), die + modifiers(state, battle, lead, support))


def holding_chance(state: NorthAfrica, battle: Battle, lead: str, support: str) -> float:
    """How likely a Determined Defence is to hold."""
    return sum(outcome_of(state, battle, lead, support, die).holds for die in FACES) / len(FACES)


def settle(draft: Draft[NorthAfrica], battle: Battle, lead: str, support: str, die: int) -> None:
    """[11.4.1, 11.4.3] It holds, or fails; the frame on top gives way to what follows."""
    state = draft.state
    outcome = outcome_of(state, battle, lead, support, die)
    draft.note(
        "held" if outcome.holds else "failed",
        at=board().name(battle.at),
        lead=lead,
        support=support,
        die=die,
        modifier=modifiers(state, battle, lead, support),
        attacker_steps=outcome.attacker_steps,
        lead_steps=outcome.lead_steps,
        case="11.4.1" if outcome.holds else "11.4.3",
    )
    if outcome.holds:
        _hold(draft, battle, lead, outcome)
    elif _may_go_on(state, battle, lead):
        draft.swap(DesperateDefence(battle, lead, support, outcome.lead_steps))
    else:
        _give_way(draft, battle, lead, outcome.lead_steps)


def _hold(draft: Draft[NorthAfrica], battle: Battle, lead: str, outcome: Outcome) -> None:
    """[11.1, 11.4.1, 11.4.2] No retreat, no disruption, and an advance only if the last defender fell."""
    draft.swap(Conclusion(replace(battle, allowance=LIMITED_ADVANCE, limited=True)))
    if outcome.loses_fortification and is_fortified(draft.state, battle):
        draft.strike("forts", battle.at)
        draft.note("dismantled", at=board().name(battle.at), side=battle.foe)
    chooser = battle.foe if outcome.defender_chooses else battle.side
    for _ in range(outcome.attacker_steps):
        draft.push(Toll(battle, battle.side, chooser))
    for _ in range(outcome.lead_steps):
        suffer(draft, lead)  # [10.2.2] the defender first


def _give_way(draft: Draft[NorthAfrica], battle: Battle, lead: str, steps: int) -> None:
    """[11.4.3]"""
    draft.swap(Flight(battle))
    for _ in range(steps):
        suffer(draft, lead)


# --- Desperate Defence


def _may_go_on(state: NorthAfrica, battle: Battle, lead: str) -> bool:
    """[11.5.1] Whether another attempt is possible: somebody can lead it once this Lead Unit has lost a step."""
    remaining = [name for name in leads(state, battle) if name != lead or not is_last_step(state, name)]
    return bool(remaining) and is_desperate(state, battle)


class DesperateDefence(Decision[NorthAfrica], frozen=True):
    """[11.5.3] An attempt has failed where there is no way back: ignore it for a step of the Lead Unit, or give in."""

    battle: Battle
    lead: str
    support: str
    steps: int  # what the Lead Unit loses if the failure stands

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.battle.foe,)

    def prompt(self, state: NorthAfrica) -> str:
        return f"The Desperate Defence fails: {self.lead} loses a step for another attempt, or accept."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return list(self._offers(state))

    def _offers(self, state: NorthAfrica) -> Iterator[Action]:
        yield Lose(self.lead)
        if becomes_remnant(state, self.lead) and len(leads(state, self.battle)) > 1:
            yield Release(self.lead)
        yield Accept()

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if action not in self._offers(state):
            raise Refusal("11.5.3", f"`lose {self.lead}` for another attempt, or accept the failure")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Accept):
            _give_way(draft, self.battle, self.lead, self.steps)
            return
        if isinstance(action, Release):
            release(draft, self.lead)
        else:
            take_step(draft, self.lead, "11.5.3", "price of another attempt")
        stands = stands_of(draft.state, self.battle, self.support)
        if len(stands) > 1:
            draft.swap(DeterminedDefence(self.battle, True, self.support))
        else:
            attempt(draft, self.battle, stands[0].lead, self.support)
