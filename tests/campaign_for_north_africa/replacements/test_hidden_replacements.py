"""Replacement Points as each side sees them: of the enemy a counter, but not what it holds, for whom, nor any plans."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.conformance.failure import Failure
from sandtable.conformance.leaks import Curiosity, Viewers, check_leaks
from sandtable.core.dice import SecretDice
from sandtable.core.game import Game
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment, Drawn, Replacement, Squadron
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Due, Foundering
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.sight import observe as sight
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from tests.campaign_for_north_africa.positions import asking, position

TITLE = title()
TANKS = (Cargo("german", "PzII", 2), Cargo("german", "PzIIIE", 3))


def field(frame: Any) -> Campaign:
    """Both sides have points in every state: trained and not, on the map, at sea and planned."""
    state = position(
        "CW-Tank7[Matilda:3], CW-Inf8[4], CW-TDS1[A9:2], 1RNF[2] D3714",
        "IT-Inf9[7], IT-Gun10[47/32:2], I/157[3] C4807",
        replacements={
            "CW-Tank7": Replacement("7RTR", 0),
            "CW-Inf8": Replacement("1RNF", 2),
            "IT-Inf9": Replacement("I/157", 1),
            "IT-Gun10": Replacement(),
        },
        squadrons={"CW-TDS1": Squadron(tired=True)},
        drawn={"italian/infantry": Drawn(30, 30, 5), "commonwealth/Matilda": Drawn(4, 30, 2)},
        plans={
            "axis": (Consignment(32, 2, 10, points=(Cargo("italian", "infantry", 5),)),),
            "commonwealth": (Consignment(34, 0, points=(Cargo("commonwealth", "A13", 2),)),),
        },
        upgraded=("1RNF",),
        serial=20,
    )
    return asking(replace(state, scenario="race-for-tobruk", turn=30), frame)


def game_at(state: Campaign) -> Game[Campaign]:
    """A game of which only this position matters."""
    game = Game(TITLE, TITLE.setup("race-for-tobruk"), SecretDice(b"1"))
    game.state = state
    return game


@pytest.mark.case("20.42", "3.61", "20.41", "20.77")
@pytest.mark.parametrize(
    "frame",
    [
        Planning("axis"),
        Planning("commonwealth"),
        Allotment("commonwealth"),
        ReplacementMarches("axis"),
        Organisation("commonwealth"),
        Sailing("axis", 1, 5, TANKS),
        Foundering("axis", Consignment(30, 1, 5, 2, TANKS), (Due("german", ("PzII", "PzIIIE"), 1),)),
    ],
    ids=lambda frame: f"{type(frame).__name__}-{frame.side}",
)
def test_nothing_that_leaves_for_the_enemy_tells_of_replacement_points(frame: Any) -> None:
    viewers = Viewers(game_at(field(frame)))
    check_leaks(viewers, lambda side: (), Curiosity(viewers, [], Random(1)))


@pytest.mark.case("20.42", "3.61")
def test_a_veil_taken_off_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    viewers = Viewers(game_at(field(Planning("axis"))))
    monkeypatch.setattr(sight, "army", lambda state, side: frozenset(state.units))
    with pytest.raises(Failure, match="leak"):
        check_leaks(viewers, lambda side: (), Curiosity(viewers, [], Random(1)))


@pytest.mark.case("20.77", "3.61")
def test_who_was_upgraded_is_known_to_his_own_side() -> None:
    state = field(Planning("axis"))
    assert sight.observe(state, "commonwealth").upgraded == ("1RNF",) and sight.observe(state, "axis").upgraded == ()
    assert any(other.upgraded != state.upgraded for other in sight.disguises(state, "axis"))
