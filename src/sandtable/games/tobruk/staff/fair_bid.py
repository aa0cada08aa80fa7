"""[15.3] The bid at which both sides win equally often, measured by letting the staff play itself.

    python -m sandtable.games.tobruk.staff.fair_bid --games 60 --seed 1

The staff plays alike whatever the margin is, so that one series of games tells for every bid who would have won. What
comes out belongs into data/advice.toml.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Setup
from sandtable.games.tobruk.pieces.tables import limits, scenarios
from sandtable.games.tobruk.scenario.opening import HIGHEST_BID
from sandtable.games.tobruk.scenario.victory import air_losses_spoil, lead
from sandtable.games.tobruk.staff.player import Staff
from sandtable.games.tobruk.title import title
from sandtable.parallel import in_parallel


class Finish(NamedTuple):
    """How one game ended, as far as bids go."""

    lead: int  # of the Commonwealth
    fallen: bool  # an Axis unit stood in Tobruk: the points did not matter
    spoilt: bool  # too many air units lost for a victory of the Commonwealth


class Balance(NamedTuple):
    """What a bid would have made of a series of games."""

    bid: int
    commonwealth: int  # games won
    axis: int


def play(numbered: tuple[int, int]) -> Finish:
    """One game of the scenario that is bid for."""
    seed, number = numbered
    scenario = next(each.id for each in scenarios().values() if each.margin is None)
    dice = SecretDice(secret_of_seed(seed_for(seed, number, "dice")))
    game = Game(title(), Setup(scenario), dice)
    play_out(game, {side: Staff(seed_for(seed, number, side)) for side in title().sides})
    fallen = all(event.kind != "scored" for event in game.events)
    return Finish(lead(game.state), fallen, air_losses_spoil(game.state))


def balance(finishes: Sequence[Finish], bid: int) -> Balance:
    """Who would have won had this been the margin."""
    won = [each for each in finishes if not each.fallen and each.lead >= bid]
    return Balance(bid, sum(not each.spoilt for each in won), len(finishes) - len(won))


def fairest(finishes: Sequence[Finish]) -> Balance:
    """The bid at which the wins of both sides differ least, the lowest of equals."""
    bids = (balance(finishes, bid) for bid in range(limits().least_bid, HIGHEST_BID + 1))
    return min(bids, key=lambda each: (abs(each.commonwealth - each.axis), each.bid))


def main() -> None:
    parser = ArgumentParser(description="Estimate the fair bid by games of the staff against itself.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    chosen = parser.parse_args()
    finishes = list(in_parallel(play, [(chosen.seed, number) for number in range(chosen.games)], chosen.workers))
    fair = fairest(finishes)
    leads = sorted(each.lead for each in finishes)
    print(f"{len(finishes)} games: leads {leads[0]} to {leads[-1]}, the middle one {leads[len(leads) // 2]}")
    fallen, spoilt = (sum(each[i] for each in finishes) for i in (1, 2))
    print(f"Tobruk fell in {fallen}, too many air units were lost in {spoilt}")
    for bid in range(max(1, fair.bid - 6), fair.bid + 7, 2):
        told = balance(finishes, bid)
        print(f"bid {bid}: Commonwealth {told.commonwealth}, Axis {told.axis}")
    print(f"fair: {fair.bid} (Commonwealth {fair.commonwealth}, Axis {fair.axis})")


if __name__ == "__main__":
    main()
