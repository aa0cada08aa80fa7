"""Who plays whom: everybody against everybody, or by the Swiss system. Plain values in, plain values out.

A tournament's players stand in the order in which they were seeded. A bye counts as a win and comes once.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.values import Value

WIN, DRAW = 1.0, 0.5
PATIENCE = 20_000  # tries to pair a round without a second meeting


class Pairing(Value, frozen=True):
    """A game of a round. `first` plays the first side of the title; without a `second` it is a bye."""

    first: str
    second: str = ""
    table: str = ""
    score: float | None = None  # of the first; nothing while they play


class Standing(Value, frozen=True):
    player: str
    points: float
    buchholz: float  # the points of all opponents
    wins: int
    firsts: int  # games with the first side


def standings(players: Sequence[str], rounds: Sequence[Sequence[Pairing]]) -> list[Standing]:
    """The best first: by points, then by what the opponents have, then by wins, then as seeded."""
    points = {player: _points(player, rounds) for player in players}
    found = [
        Standing(
            player, points[player], sum(points[other] for other in opponents(player, rounds)),
            sum(score == WIN for score in _scores(player, rounds)), _firsts(player, rounds),
        )
        for player in players
    ]  # fmt: skip
    return sorted(found, key=lambda each: (-each.points, -each.buchholz, -each.wins, players.index(each.player)))


def opponents(player: str, rounds: Sequence[Sequence[Pairing]]) -> list[str]:
    met = [pair for pairs in rounds for pair in pairs if pair.second and player in (pair.first, pair.second)]
    return [pair.second if pair.first == player else pair.first for pair in met]


def _scores(player: str, rounds: Sequence[Sequence[Pairing]]) -> list[float]:
    own = [pair for pairs in rounds for pair in pairs if player in (pair.first, pair.second) and pair.score is not None]
    return [(pair.score or 0.0) if pair.first == player else 1 - (pair.score or 0.0) for pair in own]


def _points(player: str, rounds: Sequence[Sequence[Pairing]]) -> float:
    return sum(_scores(player, rounds))


def _firsts(player: str, rounds: Sequence[Sequence[Pairing]]) -> int:
    return sum(pair.first == player and bool(pair.second) for pairs in rounds for pair in pairs)


def round_robin(players: Sequence[str]) -> list[list[Pairing]]:
    """Every round of a tournament in which everybody meets everybody once, sides as even as can be (the circle)."""
    ring = [*players, *([""] if len(players) % 2 else [])]
    rounds: list[list[Pairing]] = []
    for number in range(len(ring) - 1):
        pairs = []
        for i in range(len(ring) // 2):
            one, other = ring[i], ring[-1 - i]
            turned = number % 2 if i == 0 else i % 2
            pairs.append(_paired(other, one) if turned else _paired(one, other))
        rounds.append(pairs)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _paired(first: str, second: str) -> Pairing:
    if first and second:
        return Pairing(first, second)
    return Pairing(first or second, score=WIN)


def swiss(players: Sequence[str], rounds: Sequence[Sequence[Pairing]]) -> list[Pairing]:
    """The next round: equals against equals who have not met, the weakest without a bye rests where they are odd."""
    table = [each.player for each in standings(players, rounds)]
    rested = {pair.first for pairs in rounds for pair in pairs if not pair.second}
    resting = ""
    if len(table) % 2:
        resting = next((player for player in reversed(table) if player not in rested), table[-1])
        table.remove(resting)
    met = {player: set(opponents(player, rounds)) for player in players}
    found = _matched(table, met, [PATIENCE]) or _matched(table, {player: set() for player in players}, [PATIENCE]) or []
    pairs = [_sides(one, other, rounds) for one, other in found]
    return [*pairs, Pairing(resting, score=WIN)] if resting else pairs


def _matched(table: Sequence[str], met: dict[str, set[str]], left: list[int]) -> list[tuple[str, str]] | None:
    """The highest with the next he has not met, so that the rest can be matched too; nothing if that is not found in so
    many tries as are left."""
    if not table:
        return []
    left[0] -= 1
    if left[0] < 0:
        return None
    first, *rest = table
    for other in rest:
        if other in met[first]:
            continue
        more = _matched([each for each in rest if each != other], met, left)
        if more is not None:
            return [(first, other), *more]
    return None


def _sides(one: str, other: str, rounds: Sequence[Sequence[Pairing]]) -> Pairing:
    """Whoever has had the first side less often has it now."""
    return Pairing(other, one) if _firsts(other, rounds) < _firsts(one, rounds) else Pairing(one, other)
