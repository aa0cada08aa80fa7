"""How many decisions a player has to make who commands formations only.

    python -m tests.campaign_for_north_africa.decisions [SCENARIO] [--seed N] [--stages N]

Two players, each with a short war diary: formations, and what they are to do one after the other. The desks for
supply, rear, combat, reaction and march are handed over, the corps desk is not: nobody moves without an order. Counted
is all that a player does: handing over the desks, each order, each decision that is left to him.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Over, admits
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.staff.desks import CORPS, DESKS
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign
from sandtable.games.campaign_for_north_africa.title import title
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import OrderBook, given
from sandtable.kit.staff.situation import Situation

HANDED_OVER = tuple(desk for desk in DESKS if desk != CORPS)
MOST = 400_000  # actions of a game


@dataclass
class Formation:
    """Who, and what they are to do: the next as soon as the one before is over, and not before its turn."""

    units: str
    orders: Sequence[tuple[int, str]]  # the first turn, and the order without its units
    number: int = 0  # of the order that was given last
    step: int = 0


def diaries() -> Mapping[str, list[Formation]]:
    return {
        "axis": [
            Formation(
                "1Libyan, 2Libyan, 63Cir",
                [(1, "take Sollum"), (1, "take Sidi Barrani"), (2, "take Mersa Matruh"), (2, "hold Sidi Barrani")],
            ),
            Formation("62Mrm, Maletti", [(1, "take Halfaya Pass"), (1, "follow 1Libyan")]),
            Formation("64Cat, 1CCNN, 4CCNN", [(1, "move to Bardia"), (3, "hold Bardia")]),
            Formation("Tobruk", [(1, "hold Tobruk")]),
        ],
        "commonwealth": [
            Formation(
                "7Arm", [(1, "screen Mersa Matruh"), (8, "take Sidi Barrani"), (10, "take Bardia"), (12, "take Tobruk")]
            ),
            Formation("4In, Selby", [(1, "hold Mersa Matruh"), (8, "take Buq Buq"), (10, "take Sollum")]),
            Formation("6Aus, 2NZ", [(4, "move to Mersa Matruh"), (9, "take Sidi Barrani"), (11, "take Bardia")]),
        ],
    }


@dataclass
class Commander:
    """One player: what he has ordered so far, and how often he had to decide."""

    side: str
    formations: list[Formation]
    orders: OrderBook = ()
    counted: Counter[tuple[int, int]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chief = ChiefOfStaff(title(), Staff(1))

    def choose(self, state: Campaign) -> Action:
        known = title().sight.observe(state, self.side)
        if state.stage:
            self._command(known, (state.turn, state.stage))
        action, self.orders = self.chief.answer(known, self.side, self.orders, HANDED_OVER)
        if action is not None:
            return action
        frame: Any = known.stack[-1]
        self._count((state.turn, state.stage), type(frame).__name__)
        return Done() if admits(known, self.side, Done()) else frame.actions(known, self.side)[0]

    def _count(self, when: tuple[int, int], what: str) -> None:
        self.counted[when] += 1
        self.kinds[what] += 1

    def _command(self, known: Campaign, now: tuple[int, int]) -> None:
        """What the diary says, as soon as the order before it is over."""
        if not self.counted:
            self._count(now, "desks")
        over = {each.number for each in self.orders if not each.stands}
        for each in self.formations:
            if each.step >= len(each.orders) or each.orders[each.step][0] > known.turn:
                continue
            held = each.step and each.orders[each.step - 1][1].split()[0] in ("hold", "screen", "follow")
            if each.step and each.number not in over and not held:
                continue
            self._give(known, each, now)

    def _give(self, known: Campaign, formation: Formation, now: tuple[int, int]) -> None:
        verb, _, rest = formation.orders[formation.step][1].partition(" ")
        who = formation.units
        text = f"move {who} {rest}" if verb == "move" else f"{verb} {rest} with {who}"
        formation.step += 1
        self._count(now, "order")
        try:
            order = Situation(title(), known, self.side).understood(text)
        except Refusal as refusal:
            print(f"{now} {self.side}: {refusal.why}")
            return
        self.orders = given(self.orders, order, known.turn)
        formation.number = self.orders[-1].number


@dataclass
class Tally:
    """What a game by orders took."""

    commanders: Mapping[str, Commander]
    actions: int
    outcome: Over | None

    def stages(self) -> dict[tuple[int, int], int]:
        """Decisions of both players by Operations Stage."""
        found: Counter[tuple[int, int]] = Counter()
        for each in self.commanders.values():
            found.update(each.counted)
        return dict(sorted(found.items()))


def played(scenario: str, seed: int, stages: int) -> Tally:
    """So many Operations Stages, or to the end."""
    dice = SecretDice(secret_of_seed(seed))
    state, _ = frames.begin(begin(title().setup(scenario)), dice)
    commanders: dict[str, Commander] = {side: Commander(side, diaries()[side]) for side in SIDES}
    seen: set[tuple[int, int]] = set()
    for count in range(MOST):
        decision = title().rules.asks(state)
        if state.stage:
            seen.add((state.turn, state.stage))
        if decision is None or len(seen) > stages:
            return Tally(commanders, count, title().rules.outcome(state))
        side = decision.asked(state)[0]
        state, _ = frames.play(state, side, commanders[side].choose(state), dice)
    raise AssertionError("the game does not end")


def main() -> None:
    parser = argparse.ArgumentParser(description="decisions of two players who command formations only")
    parser.add_argument("scenario", nargs="?", default="italian-campaign")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stages", type=int, default=1_000)
    words = parser.parse_args()
    tally = played(words.scenario, words.seed, words.stages)
    by_stage = tally.stages()
    for (turn, stage), count in by_stage.items():
        print(f"turn {turn} stage {stage}: {count}")
    for side, commander in tally.commanders.items():
        kinds = ", ".join(f"{kind} {count}" for kind, count in commander.kinds.most_common())
        print(f"{side}: {commander.counted.total()} decisions ({kinds})")
        for order in commander.orders:
            print(f"  {order}")
    print(f"{sum(by_stage.values())} decisions for {tally.actions} actions; {tally.outcome or 'the game goes on'}")


if __name__ == "__main__":
    main()
