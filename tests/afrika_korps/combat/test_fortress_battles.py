"""[23] Attacks into a fortress and out of it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.combat.declarations import SIEGE, battles, declaring, field, odds
from tests.afrika_korps.positions import asking, orders, play, play_noting, refusal, refused


@pytest.mark.case("23.1")
def test_units_next_to_a_fortress_need_not_attack() -> None:
    state = declaring(*SIEGE)
    assert refused(state, "done") == ""


@pytest.mark.case("23.1")
def test_who_attacks_into_a_fortress_attacks_everybody_in_it_but_not_with_everybody() -> None:
    state = play(declaring(*SIEGE), "attack 4I/5 with ariete, 21/3")
    assert refused(state, "done") == "23.1"
    assert refused(play(state, "attack 7/7 with folgere"), "done") == ""
    together = play(declaring(*SIEGE), "attack 4I/5, 7/7 with ariete")
    assert refused(together, "done") == ""


@pytest.mark.case("23.7", "23.1", "10.2", "11.6")
def test_the_storm_of_the_example_3_1_with_a_soak_off_at_1_6() -> None:
    state = declaring(*SIEGE)
    assert odds(state, "attack 4I/5 with ariete, 21/3") == "3-1"
    assert odds(state, "attack 7/7 with folgere") == "1-6"
    assert refused(state, "seize AlS1 with folgere") == "15.322"


@pytest.mark.case("23.2")
def test_a_garrison_need_not_attack() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, AlS1 G25", "allied")
    assert refused(state, "done") == ""


@pytest.mark.case("23.2", "8.5")
def test_a_garrison_that_attacks_meets_every_enemy_around_it_though_not_with_everybody() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, 2/3, AlS1 G25", "allied")
    sortie = play(state, "attack 21/3 with 7/7")
    assert refused(sortie, "done") == "23.2"
    assert refused(play(sortie, "attack ariete with 2/3"), "done") == ""
    assert refused(play(state, "attack ariete, 21/3 with 2/3"), "done") == ""


@pytest.mark.case("23.2")
def test_enemies_around_the_fortress_are_met_by_the_garrison_itself() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, AlS1 G25, 1/2, 2/3, AlS2 H27", "allied")
    state = play(state, "attack ariete with 1/2, 2/3", "attack 21/3 with 7/7")
    assert refused(state, "done") == "23.2"
    assert refused(play(state, "attack ariete with 4I/5"), "done") == ""


@pytest.mark.case("23.2", "7.4", "11.6")
def test_a_sortie_saves_a_unit_outside_that_could_not_attack_alone() -> None:
    """The brigade alone is at worse than 1-6; the garrison may help it or leave it to its fate."""
    state = declaring("15/8 H25", "7A/1 I25, 2/3, AlS1 G25", "allied")
    assert refused(state, "done") == "8.4"
    saved = play(state, "attack 15/8 with 7A/1, 2/3")
    assert refused(saved, "done") == ""
    given_up, events = play_noting(state, "lose 7A/1")
    assert [event.facts["unit"] for event in events] == ["7A/1"]
    assert refused(given_up, "done") == ""


@pytest.mark.case("23.1")
def test_who_is_left_in_a_fortress_is_named() -> None:
    state = declaring("21/5, 15/8, AxS1 H25", "9A/20, 22gds G25")
    assert "22gds in G25" in str(refusal(play(state, "attack 9A/20 with 21/5, 15/8"), "done"))


@pytest.mark.case("14.3", "23.1")
def test_a_weak_unit_does_not_storm_a_fortress_alone_while_a_stronger_one_stands_by() -> None:
    """Savena alone has 1-4 and would need no supply; with 21/5 it is 1-1."""
    tobruch = "9A/20, 22gds G25"
    state = declaring("savena G24, 21/5 H25, AxS1 H24", tobruch)
    assert refused(play(state, "attack 9A/20, 22gds with savena"), "done") == "14.3"
    assert refused(play(state, "attack 9A/20, 22gds with savena", "attack 9A/20, 22gds with 21/5"), "done") == ""
    assert refused(play(state, "attack 9A/20, 22gds with 21/5"), "done") == ""  # not everybody has to attack
    alone = declaring("savena G24", tobruch)
    assert refused(play(alone, "attack 9A/20, 22gds with savena"), "done") == ""
    elsewhere = declaring("savena G24, 21/5 H25, AxS1 H24, ariete, AxS2 Q40", f"{tobruch}, 7A/1 Q41")
    elsewhere = play(elsewhere, "attack 7A/1 with ariete", "attack 9A/20, 22gds with savena")
    assert refused(elsewhere, "done") == "14.3", "another battle far away changes nothing"
    bound = declaring("savena G24, 21/5 H26, AxS1 H25", f"7A/1 H27, {tobruch}")
    assert refused(play(bound, "attack 9A/20, 22gds with savena"), "done") == "8.4", "21/5 has somebody to attack"
    too_weak = declaring("savena G24, folgere H25", tobruch)
    assert refused(play(too_weak, "attack 9A/20, 22gds with savena"), "done") == ""  # 3 to 8 is 1-3 all the same


@pytest.mark.case("14.3", "11.6", "23.1")
def test_beside_a_better_attack_on_the_fortress_a_soak_off_is_free() -> None:
    state = declaring("savena, ariete G24, 21/5, 15/8, AxS1 H25", "9A/20, 22gds G25")
    state = play(state, "attack 9A/20 with 21/5, 15/8", "attack 22gds with savena")
    assert refused(state, "done") == ""  # 2 to 4 with ariete idle


@pytest.mark.case("14.3", "23.1", "8.4")
def test_who_has_to_attack_somebody_may_choose_the_fortress_and_need_no_supply() -> None:
    """Savena stands in the zone of 7A/1, whom ariete attacks; 21/5 beside the fortress may stay idle."""
    state = declaring("savena, ariete H26, 21/5 G24, AxS1 H25", "7A/1 H27, 9A/20, 22gds G25")
    state = play(state, "attack 7A/1 with ariete", "attack 9A/20, 22gds with savena")
    assert refused(state, "done") == ""


# --- automatic victories beside a fortress

TOBRUCH = "90/361, trieste, facists, AxS1 G25, sabratha H27"
AROUND = "2SA/7 H26, 7A/2, pol, 70/23 G24"


def before_combat(axis: str, allied: str) -> AfrikaKorps:
    return asking(field(axis, allied), PlayerTurn("axis", 4), Movement("axis"))


@pytest.mark.case("23.2", "9.1")
def test_a_whole_garrison_gains_no_automatic_victory_while_another_enemy_stands_around() -> None:
    state = before_combat(TOBRUCH, AROUND)
    assert refused(state, "av 2SA/7 with 90/361, trieste, facists supply AxS1") == "23.2"
    assert not any(order.startswith("av 2SA/7") for order in orders(state))
    assert refused(state, "av 2SA/7 with 90/361, trieste supply AxS1") != "23.2", "one is left for the others"
    shared = before_combat(f"{TOBRUCH}, 21/5, 15/8, AxS2 G23", AROUND.replace("7A/2, pol, 70/23", "pol"))
    shared = play(shared, "av pol with 21/5, 15/8 supply AxS2")
    assert refused(shared, "av 2SA/7 with 90/361, trieste, facists supply AxS1") == "23.2", "others beat pol"
    alone = before_combat(TOBRUCH, "2SA/7 H26")
    assert refused(alone, "av 2SA/7 with 90/361, trieste, facists supply AxS1") == ""


@pytest.mark.case("23.2", "9.5", "7.4")
def test_an_automatic_victory_of_a_garrison_that_cannot_meet_the_others_does_not_stand() -> None:
    """Folgere alone would have to meet three brigades and two of armour at G24: worse than 1-6."""
    state = before_combat("21/5, folgere, AxS1 G25, sabratha, AxS2 H27", "2SA/7 H26, 1/2, 1/22 G24")
    state = play(state, "av 2SA/7 with 21/5 supply AxS1", "done")
    assert state.victories == () and battles(state) == ()
    state = play(state, "attack 2SA/7 with sabratha")
    assert refused(state, "done") == ""


@pytest.mark.case("23.2", "9.4", "11.6")
def test_the_rest_of_the_garrison_soaks_off_and_the_way_is_listed() -> None:
    state = before_combat("21/5, 21/3, AxS1 G25, sabratha, AxS2 H27", "2SA/7 H26, 7A/2, pol, 70/23 G24")
    state = play(state, "av 2SA/7 with 21/5 supply AxS1", "done", "attack 2SA/7 with sabratha")
    assert refused(state, "done") == "23.2"
    assert "attack 7A/2, pol, 70/23 with 21/3" in orders(state)
    assert refused(play(state, "attack 7A/2, pol, 70/23 with 21/3"), "done") == ""


@pytest.mark.case("8.6", "9.4")
def test_who_joined_an_automatic_victory_can_be_taken_back() -> None:
    state = before_combat("21/5, 21/3, AxS1 G25, sabratha, AxS2 H27", "2SA/7 H26, 7A/2, pol, 70/23 G24")
    state = play(state, "av 2SA/7 with 21/5 supply AxS1", "done")
    assert refused(state, "scrap") == "8.6"
    joined = play(state, "attack 2SA/7 with sabratha")
    assert battles(play(joined, "scrap")) == battles(state)


@pytest.mark.case("23.1", "9.5")
def test_an_automatic_victory_over_part_of_a_garrison_does_not_stand_if_nobody_can_meet_the_rest() -> None:
    state = before_combat("21/5, 15/8, AxS1 H25", "2SA/7, 1/2, 1/22, AlS1 G25, 7A/1 I25")
    state = play(state, "av 2SA/7 with 21/5, 15/8 supply AxS1", "done")
    assert state.victories == ()
    assert refused(play(state, "attack 7A/1 with 21/5, 15/8"), "done") == ""


UNITS = {
    "axis": ("21/5", "15/8", "21/104", "15/33", "ariete", "trieste", "folgere", "sabratha", "90/361"),
    "allied": ("7/4", "1/2", "7/7", "9A/20", "22gds", "2SA/7", "7A/1", "7A/2", "pol", "70/23"),
}


@pytest.mark.case("23.1", "23.2", "9.1", "7.4")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_about_tobruch_every_declaration_can_be_brought_to_an_end(seed: int) -> None:
    """Automatic victories of any few units declared at random, then battles at random: there is always a way on."""
    random = Random(seed)
    state = before_combat(*_scattered(random))
    for order in _victories_at_random(state, random):
        if refused(state, order) == "":
            state = play(state, order)
    if refused(state, "done"):
        return
    state = play(state, "done")
    for step in range(80):
        frame = state.stack[-1]
        if not isinstance(frame, Battles):
            return
        listed = [str(action) for action in frame.actions(state, "axis")]
        assert listed, "no way on"
        further = [order for order in listed if order != "scrap"]
        state = play(state, random.choice(further if further and step < 40 else listed))
        while step >= 40 and isinstance(frame := state.stack[-1], Battles):
            state = play(state, _onward(frame, state))
    raise AssertionError("the declaration does not end")


def _onward(frame: Battles, state: AfrikaKorps) -> str:
    """Begin anew, then take the division that is offered, or give up who must be given up."""
    if refused(state, "done") == "":
        return "done"
    if (division := frame.division(state)) is not None:
        fresh = [(g.defenders, [n for n in g.attackers if n not in frame.engaged], g.prize) for g in division]
        defenders, attackers, prize = next(each for each in fresh if each[1])
        if prize:
            return f"seize {defenders[0]} with {attackers[0]}"
        return f"attack {', '.join(defenders)} with {', '.join(attackers)}"
    return "scrap" if refused(state, "scrap") == "" else f"lose {frame.doomed(state)[0]}"


def _scattered(random: Random) -> tuple[str, str]:
    """Both sides in and around Tobruch, no more than three to a hex."""
    spots = ["G24", "H25", "H26", "H27", "I25", "I26", "H24", "I27"]
    random.shuffle(spots)
    sides: dict[str, list[str]] = {"axis": [], "allied": []}
    sides["axis" if random.random() < 0.6 else "allied"].append("G25")
    for spot in spots[: random.randint(3, 7)]:
        sides[random.choice(("axis", "allied"))].append(spot)
    texts = {}
    for side, places in sides.items():
        names = random.sample(UNITS[side], len(UNITS[side]))
        parts = [f"{', '.join(names.pop() for _ in range(random.randint(1, 3)) if names)} {p}" for p in places if names]
        texts[side] = ", ".join(part for part in parts if not part.startswith(" "))
    supply = random.choice(sides["axis"] or ["W3"])
    return f"{texts['axis']}, AxS1 {supply}".lstrip(", "), texts["allied"] or "pol J62"


def _victories_at_random(state: AfrikaKorps, random: Random) -> list[str]:
    """By any few of those next to any few enemies of a hex, likely and unlikely ones."""
    found = []
    for at, foes in sorted(state.layout.combat["allied"].items()):
        near = [n for there in board().adjacent[at] for n in state.at(there, "axis")]
        for _ in range(4 if near else 0):
            some = random.sample(near, random.randint(1, min(3, len(near))))
            victims = random.sample(foes, random.randint(1, len(foes)))
            found.append(f"av {', '.join(victims)} with {', '.join(some)} supply AxS1")
    random.shuffle(found)
    return found


@pytest.mark.case("23.1", "23.2")
@pytest.mark.parametrize(
    ("axis", "allied", "helps"),
    [
        ("ariete H25", "9A/20 I25, 2/3 G25", True),  # a garrison of one's own beside the enemy
        ("ariete Q40", "9A/20 Q41, 2/3 G25", False),
        ("ariete H25", "9A/20 I25", False),
        ("ariete H27, savena G25", "9A/20 H26", True),  # or one of the enemy beside one's attackers
        ("ariete Q40, savena G25", "9A/20 Q41", False),
        ("ariete H27", "9A/20 H26", False),
    ],
)
def test_where_a_fortress_may_help_to_complete_a_division(axis: str, allied: str, helps: bool) -> None:
    state = field(axis, f"{allied}, AlS1 I26", "allied")
    frame = Battles("allied")
    assert frame.fortress_may_help(state, frame.contact(state)) == helps
