"""[11.1] Dogfights: one die a fighter, and air units lost by the multiple of the totals."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.odds import attacking_side
from sandtable.games.tobruk.combat.orders import Down
from sandtable.games.tobruk.state import Battle, Flight, Tobruk, enemy_of, write_air, write_battle

KINDS = ("fighter", "support")


def fight_in_the_air(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.1, 11.1] Both sides have sent air units, one of them a fighter at least."""
    side = attacking_side(battle)
    ours, theirs = battle.flight(side), battle.flight(enemy_of(side))
    if not (ours.size and theirs.size and ours.fighters + theirs.fighters):
        return
    flights = {side: replace(ours, fought=True), enemy_of(side): replace(theirs, fought=True)}
    write_battle(draft, flights=flights)
    if not (ours.fighters and theirs.fighters):
        _intercept(draft, side if not ours.fighters else enemy_of(side))
        return
    totals = {each: _total(draft, each, flight) for each, flight in flights.items()}
    mine, his = totals[side], totals[enemy_of(side)]
    draft.note("dogfight", totals=totals, case="11.1")
    if mine == his:
        write_battle(draft, flights={each: replace(flight, fighters=0) for each, flight in flights.items()})
        draft.note("aborted", fighters={each: flight.fighters for each, flight in flights.items()}, case="11.1")
        return
    loser = side if mine < his else enemy_of(side)
    shoot_down(draft, loser, max(mine, his) // min(mine, his))


def _total(draft: Draft[Tobruk], side: str, flight: Flight) -> int:
    return sum(draft.roll(f"dogfight, {side} fighter {number + 1}", by=side) for number in range(flight.fighters))


def _intercept(draft: Draft[Tobruk], unescorted: str) -> None:
    """[11.1] Against bombers alone no die is thrown: every fighter brings one down."""
    battle = draft.state.battle
    assert battle is not None
    hunters = battle.flight(enemy_of(unescorted)).fighters
    draft.note("intercepted", side=unescorted, fighters=hunters, case="11.1")
    shoot_down(draft, unescorted, hunters)


def shoot_down(draft: Draft[Tobruk], loser: str, losses: int, chosen: int = 0) -> None:
    """[11.1] Loser and victor choose in turn; nobody is asked where there is nothing to choose."""
    while losses > 0:
        battle = draft.state.battle
        assert battle is not None
        kinds = flying(battle.flight(loser))
        if not kinds:
            return
        if len(kinds) > 1 and losses < battle.flight(loser).size:
            draft.push(AirLoss(loser, losses, chosen))
            return
        _down(draft, loser, kinds[0])
        losses, chosen = losses - 1, chosen + 1


def flying(flight: Flight) -> list[str]:
    return [kind for kind, count in zip(KINDS, (flight.fighters, flight.support), strict=True) if count]


def _down(draft: Draft[Tobruk], loser: str, kind: str) -> None:
    battle, pool = draft.state.battle, draft.state.pool(loser)
    assert battle is not None
    flight = battle.flight(loser)
    if kind == "fighter":
        flight = replace(flight, fighters=flight.fighters - 1)
        write_air(draft, loser, lost_fighters=pool.lost_fighters + 1)
    else:
        flight = replace(flight, support=flight.support - 1)
        write_air(draft, loser, lost_support=pool.lost_support + 1)
    write_battle(draft, flights={**battle.flights, loser: flight})
    draft.note("shot_down", side=loser, plane=kind, case="11.1")


class AirLoss(Decision[Tobruk], frozen=True):
    """[11.1] The first loss is the loser's choice, the second the victor's, and so on."""

    loser: str
    losses: int
    chosen: int

    def asked(self, state: Tobruk) -> tuple[str, ...]:
        return (self.loser if self.chosen % 2 == 0 else enemy_of(self.loser),)

    def prompt(self, state: Tobruk) -> str:
        whose = "Your" if self.chosen % 2 == 0 else "The enemy's"
        units = (
            "one air unit: choose it" if self.losses == 1 else f"{plural(self.losses, 'air unit')}: choose the next one"
        )
        return f"{whose} flight loses {units}."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        battle = state.battle
        assert battle is not None
        return [Down(kind) for kind in flying(battle.flight(self.loser))]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        battle = state.battle
        assert battle is not None
        if not isinstance(action, Down) or action.kind not in flying(battle.flight(self.loser)):
            raise Refusal("11.1", "choose what is lost: down fighter, or down support")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Down)
        draft.pop()
        _down(draft, self.loser, action.kind)
        shoot_down(draft, self.loser, self.losses - 1, self.chosen + 1)
