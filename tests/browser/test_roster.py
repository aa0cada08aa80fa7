"""Who can still act is known in every game and phase: counted, underlined, visited by N, and told to stay by S."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_north_africa_41 import TO_MERSA_BREGA
from tests.browser.test_panzerarmee_afrika import TO_AGEDABIA, TO_THE_AXIS
from tests.browser.test_play import TO_BENGASI
from tests.browser.test_tobruk import TO_SIDI_OMAR

Sit = Callable[..., Player]

AK, NA, PAA = "afrika-korps", "north-africa-41", "panzerarmee-afrika"
TOBRUK, CAMPAIGN = "tobruk", "campaign-for-north-africa"
SIDES = {AK: "allied", NA: "allied", PAA: "allied", TOBRUK: "commonwealth", CAMPAIGN: "commonwealth"}


class Moment(NamedTuple):
    """A phase of a game, how many can act in it, and some who can and who cannot."""

    game: str
    phase: str
    able: int
    can: str
    cannot: str
    played: tuple[str, ...] = ()
    until: str = ""
    scenario: str = ""


ATTACK = (*TO_BENGASI, "attack 2/2sg with 21/5, 21/104, 21/3", "done")
MOMENTS = (
    Moment(AK, "Declaration of attacks", 3, "21/5 21/104 21/3", "ariete AxS1", TO_BENGASI),
    Moment(AK, "Combat", 3, "21/5 21/104 21/3", "brescia", (*ATTACK, "fight 1")),
    Moment(NA, "Axis Combat", 7, "ge-i-5 ge-mg8", "ge-dak", (*TO_MERSA_BREGA, "done")),
    Moment(NA, "Delay", 3, "delay-axis-1", "ge-dak", ("move ge-i-5 1604-1606", "done", "done")),
    Moment(PAA, "Axis Movement", 17, "de-5-1-a axis-lorry-1", "uk-sg-2", TO_THE_AXIS),
    Moment(PAA, "Declaration of combats", 2, "de-5-1-a", "axis-lorry-1", TO_AGEDABIA),
    Moment(PAA, "Reinforcements", 2, "in-11", "uk-3-a", ("done", "done", "done")),
    Moment(TOBRUK, "move mode", 26, "7ArmHQ 8Hus/4Arm", "70HQ", TO_SIDI_OMAR[:2], "", "first-sidi-rezegh"),
    Moment(TOBRUK, "combat mode", 5, "2RTR/7Arm", "7ArmHQ", TO_SIDI_OMAR, "", "first-sidi-rezegh"),
    Moment(CAMPAIGN, "Organization", 96, "63Cir 1CCNN", "7Arm", (), "Organization", "grazianis-offensive"),
    Moment(CAMPAIGN, "Axis Movement", 65, "63Cir", "AX-S24", (), "Axis Movement", "grazianis-offensive"),
    Moment(CAMPAIGN, "Truck Convoys", 2, "motors@C4807", "63Cir", (), "Axis Truck Convoys", "grazianis-offensive"),
)
KNOWN = "!sandtable.screen.roster.busy && sandtable.screen.roster.left.length > 0"
LEFT = "sandtable.screen.roster.left"
CHOSEN = "[...sandtable.screen.play.chosen].join(' ')"
NOT_UNDERLINED = """sandtable.screen.roster.left.filter((id) => sandtable.screen.roster.hexOf(id) >= 0
  && !sandtable.screen.map.stacks.ready.has(id))"""


ENEMY_LET_GO = """async () => {
  const { Roster } = await import("/client/js/play/roster.js");
  const log = { entries: [{ n: 0, side: "", action: "", moves: [] }] };
  const view = { turn: 1, phase: "", pieces: { ours: { side: "axis", at: "" }, theirs: { side: "allied", at: "" } } };
  const now = { you: { side: "axis" }, view: { ...view, panels: [] }, offers: [], log };
  const own = (id) => view.pieces[id]?.side === "axis";
  const roster = new Roster({ now, own, asked: false }, {}, () => {}, () => {});
  roster.renew([]);
  roster.renew([{ side: "axis", action: "pass", moves: [{ piece: "theirs" }] }]);
  roster.renew([{ side: "axis", action: "move", moves: [{ piece: "ours" }] }]);
  return [...roster.done.keys()];
}"""


def test_an_enemy_whom_an_answer_lets_go_has_not_acted_for_us(sit: Sit, server: ServerProcess) -> None:
    assert sit().page.evaluate(ENEMY_LET_GO) == ["ours"]


def test_who_takes_his_move_back_can_act_again(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, TO_BENGASI[:2], seats={"axis": "human", "allied": "human"})
    player = sit(table["id"], table["token"])
    player.waits(KNOWN)
    left = player.run(LEFT)
    player.plays(TO_BENGASI[2])
    player.waits(f"{KNOWN} && {LEFT}.length < {len(left)}")
    player.press("u")
    player.waits(f"{KNOWN} && {LEFT}.length === {len(left)}")
    assert sorted(player.run(LEFT)) == sorted(left)


FURTHER = {
    (PAA, "Declaration of combats"),
    (TOBRUK, "combat mode"),
    (CAMPAIGN, "Organization"),
    (CAMPAIGN, "Truck Convoys"),
}


def moments() -> list[Any]:
    """Each game has at least one in the plain tier; further phases of the same kinds are for the long one."""
    tiers = {True: [pytest.mark.long], False: []}
    return [
        pytest.param(each, id=f"{each.game}: {each.phase}", marks=tiers[(each.game, each.phase) in FURTHER])
        for each in MOMENTS
    ]


@pytest.mark.parametrize("moment", moments())
def test_who_can_act_in_this_phase(sit: Sit, server: ServerProcess, moment: Moment) -> None:
    wishes: dict[str, Any] = {"scenario": moment.scenario} if moment.scenario else {}
    seats = {"axis": "human", SIDES[moment.game]: "human"}
    table = make_table(server, moment.played, moment.until, game=moment.game, seats=seats, **wishes)
    player = sit(table["id"], table["token"], game=moment.game)
    player.sees("#decision .phase", moment.phase)
    player.waits(KNOWN)
    left = player.run(LEFT)
    player.sees(f'.left-line [data-left="{moment.able}"]')
    assert {*moment.can.split()} <= {*left} and not {*moment.cannot.split()} & {*left}
    assert player.run(NOT_UNDERLINED) == []
    visited = []
    for _ in left[:8]:
        player.press("n")
        visited.append(player.run(CHOSEN))
    assert len({*visited}) == len(visited) and {*visited} <= {*left}
    player.waits_for_offers()
    player.press("s")
    player.sees(f'.left-line [data-left="{moment.able - 1}"]')
    assert visited[-1] not in player.run(LEFT)
