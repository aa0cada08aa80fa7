"""What the table tells: the log, moves of the other side, dice, what cannot be taken back, games that are over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_everyone import check_accessible
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]

# How large the largest card is when it is put over the map, in pixels.
WATCH = """globalThis.largest = 0;
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes)
    if (node instanceof SVGGElement) largest = Math.max(largest, node.getBoundingClientRect().width);
}).observe(sandtable.screen.map.flying, { childList: true });"""
SIDE = """async ([line, moves]) => (await import("/client/js/panels/story.js")).sideOf(0,
  { side: "axis", lines: [line], whose: [""], moves }, { "21/5": { side: "axis" }, "2/2sg": { side: "allied" } })"""


SQUARES = """async ([lines, whose]) => {
  const { Story } = await import("/client/js/panels/story.js");
  const host = document.body.appendChild(document.createElement("div"));
  const story = new Story(host.appendChild(document.createElement("div")), { sides: ["axis", "allied"], look() {} });
  const told = story.lines({ n: 1, side: "axis", lines, whose, rolls: [], moves: [] }, false,
    { "21/5": { side: "axis" }, "2/2sg": { side: "allied" } });
  return told.map((line) => line.querySelector(".side-mark")?.className ?? "");
}"""

THROWN = """async (purposes) => {
  const { dice } = await import("/client/js/basics/dom.js");
  const thrown = dice(purposes.map((purpose) => ({ purpose, sides: 6, value: 3 })), false);
  return thrown.map((each) => each.textContent.trim());
}"""


def test_many_dice_of_different_purposes_are_told_by_what_they_have_in_common(sit: Sit, server: ServerProcess) -> None:
    thrown = [f"Allied command at {hexagon}" for hexagon in ("0803", "1007", "1906")]
    player = sit()
    assert player.page.evaluate(THROWN, thrown) == ["Allied command:", "3", "3", "3"]
    assert player.page.evaluate(THROWN, ["raid", "raid on trucks", "raid on a dump"]) == ["Raid:", "3", "3", "3"]


def test_dice_of_one_throw_and_dice_without_a_common_purpose_stand_alone(sit: Sit, server: ServerProcess) -> None:
    player = sit()
    assert player.page.evaluate(THROWN, ["combat at 2403, die 1", "combat at 2403, die 2"]) == ["3", "3"]
    assert player.page.evaluate(THROWN, ["Malta, axis", "event, axis", "raid on trucks"]) == ["3", "3", "3"]


# A gun fires with a 2, and a chit is drawn with a 6 that no line of its own tells.
FIRED = """async (module) => {
  const lines = ["21/5 attacks", "A gun fires: a hit", "", "--- Turn 2 ---", "A chit is drawn"];
  const rolls = [{ purpose: "fire", sides: 6, value: 2, line: 1 }, { purpose: "chit", sides: 9, value: 6, line: 3 }];
  const headings = ["fought", "fought", "", "", ""], whose = lines.map(() => "");
  const entry = { n: 1, side: "allied", lines, headings, whose, rolls, moves: [] };
  const host = document.body.appendChild(document.createElement("div")), text = (each) => each.textContent.trim();
  if (module === "report") {
    const { turnReport } = await import("/client/js/panels/report.js");
    host.append(...turnReport([entry], { look() {} }, "Allied", () => true, () => false));
    return [...host.querySelectorAll("summary:has(b), .report-line")].map(text);
  }
  const { Story } = await import("/client/js/panels/story.js");
  const story = new Story(host.appendChild(document.createElement("div")), { sides: ["axis", "allied"], look() {} });
  return story.lines(entry, false, {}).map(text);
}"""


def test_a_die_stands_before_the_line_that_tells_of_it(sit: Sit, server: ServerProcess) -> None:
    page = sit().page
    assert page.evaluate(FIRED, "story") == ["21/5 attacks", "2A gun fires: a hit", "Turn 2", "6A chit is drawn"]
    assert page.evaluate(FIRED, "report") == ["Allied: 2 combats", "21/5 attacks", "2A gun fires: a hit"]


OUTCOME = """async () => {
  const { outcome } = await import("/client/js/panels/decision.js");
  const rolls = [{ value: 5, sides: 6, line: 2, purpose: "attack" }];
  const entry = { lines: ["An attack", "A dump pays", "Die for attack: 5"], rolls };
  const host = document.createElement("p");
  host.append(...outcome(entry));
  return host.textContent.trim();
}"""


def test_a_die_of_which_nothing_has_come_yet_stands_behind_what_was_done(sit: Sit, server: ServerProcess) -> None:
    assert sit().page.evaluate(OUTCOME) == "An attack.  A dump pays. Attack: 5"


OPEN_DIE = """async () => {
  const { Story } = await import("/client/js/panels/story.js");
  const rolls = [{ value: 3, sides: 6, line: 0, purpose: "supply" },
    { value: 2, sides: 6, line: 1, purpose: "raids on Alexandria" }];
  const lines = ["Three supplies are planned", "--- Stage 3 ---"], none = ["", ""];
  const entry = { n: 1, side: "axis", lines, headings: none, whose: none, rolls, moves: [] };
  const story = new Story(document.createElement("div"), { sides: ["axis"], look() {} });
  return story.lines(entry, false, {}).map((each) => each.textContent.trim());
}"""


def test_a_die_of_which_no_line_tells_has_one_of_its_own_that_says_what_it_was_for(
    sit: Sit, server: ServerProcess
) -> None:
    told = ["3Three supplies are planned", "Raids on Alexandria: 2", "Stage 3"]
    assert sit().page.evaluate(OPEN_DIE) == told


def test_a_counter_that_moves_is_never_larger_than_on_the_map(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "open"})
    player = sit(table["id"], table["token"])
    other = sit(table["id"], calm=False)
    other.run(WATCH)
    player.plays("move 21/5 W6-O9")
    other.waits("largest > 0")
    assert other.run("largest") < 120


def test_lines_under_the_heading_of_a_turn_have_the_square_of_its_side(sit: Sit, server: ServerProcess) -> None:
    lines = ["The Axis is ready", "--- Turn 1, April 1941: Allied ---", "Out of command at Agedabia"]
    assert sit().page.evaluate(SQUARES, [lines, ["", "allied", ""]]) == ["side-mark flag-0", "", "side-mark flag-1"]


def test_who_waits_is_not_told_what_to_do(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, game="panzerarmee-afrika")
    player = sit(table["id"], table["token"], game="panzerarmee-afrika")
    player.sees("#decision .prompt", "Place the units")
    player.run("sandtable.line.ask({ type: 'speed', delay: 10 })")
    player.plays("done")
    player.sees("#decision .whose", "Allied: the machine (Recruit)")
    expect(player.find("#decision .prompt")).to_have_count(0)


@pytest.mark.parametrize(
    ("line", "moved", "side"),
    [
        ("21/5: W6 to O9", ["21/5"], "axis"),
        ("2/2sg retreats to H4", ["2/2sg"], "allied"),
        ("21/5 attacks 2/2sg at 3-1", ["2/2sg"], "axis"),
        ("2/2sgs: W6 to O9", ["2/2sg"], "axis"),
    ],
)
def test_a_line_of_the_log_has_the_square_of_the_side_it_is_about(
    sit: Sit, server: ServerProcess, line: str, moved: list[str], side: str
) -> None:
    player = sit()
    assert player.page.evaluate(SIDE, [line, [{"piece": piece} for piece in moved]]) == side


@pytest.mark.parametrize(
    ("line", "thrower", "side"),
    [
        ("Die for combat 1, 21/5 against 2/2sg at 3-1: 4", "allied", 1),
        ("Die for counter-attack, 2/2sg on 21/5 at +1: 4", "axis", 0),
        ("Prisoners: 4", "allied", 1),
        ("Die for combat at W6, die 1: 2", "", 0),
        ("21/5 is eliminated", "", 0),
    ],
)
def test_a_die_has_the_square_of_the_side_that_throws_it_though_the_other_answered(
    sit: Sit, server: ServerProcess, line: str, thrower: str, side: int
) -> None:
    assert sit().page.evaluate(SQUARES, [[line], [thrower]]) == [f"side-mark flag-{side}"]


def test_after_a_turn_has_begun_a_line_is_its_sides_whatever_the_heading_says(sit: Sit, server: ServerProcess) -> None:
    lines = ["--- Turn 2: the answer to the Axis ---", "A convoy lands"]
    assert sit().page.evaluate(SQUARES, [lines, ["allied", ""]]) == ["", "side-mark flag-1"]


def test_the_log_returns_to_the_newest_line(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI[:-2])
    player = sit(table["id"], table["token"], size=(1366, 480))
    player.page.mouse.move(*(player.find("#sheets").bounding_box()[key] + 60 for key in ("x", "y")))  # type: ignore[index]
    player.page.mouse.wheel(0, -3000)
    player.waits("!sandtable.screen.story.following")
    player.plays(TO_BENGASI[-2])
    player.waits("sandtable.screen.story.following && sandtable.screen.story.atEnd()")
    player.page.mouse.wheel(0, -3000)
    player.waits("!sandtable.screen.story.following")
    player.press("f", "l")
    player.waits("sandtable.screen.story.atEnd()")


def test_what_cannot_be_taken_back_is_told_with_its_reason(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    undo = player.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    undo.click(force=True)
    player.sees("#decision .refusal", "nothing to undo")
    player.plays(*TO_BENGASI, "attack 2/2sg with 21/5, 21/104, 21/3", "done", "fight 1")
    player.press("u")
    player.sees("#decision .refusal", "A die was rolled")


def test_a_die_is_shown_even_with_a_unit_at_hand(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=(*TO_BENGASI, "attack 2/2sg with 21/5, 21/104, 21/3", "done", "fight 1"))
    player = sit(table["id"], table["token"])
    player.sees("#decision .rolled .die")
    player.run("sandtable.screen.play.choose(['21/5'])")
    player.sees("#decision .rolled .die")
    player.run("sandtable.screen.play.clear()")
    expect(player.find("#decision .primary")).to_have_count(0)  # nothing green throws the advance away
    player.find('#decision [data-batch="advance"]').click()
    player.waits("['21/5', '21/104', '21/3'].every((id) => sandtable.game.now.view.pieces[id].at === 'H2')")


def test_finished_games_are_not_listed_as_in_progress(sit: Sit, server: ServerProcess) -> None:
    player = sit()
    over = {"over": "by points", "winner": "axis", "turn": 3, "last_turn": 3, "date": "", "trouble": "", "token": "x"}
    one = {"id": "t1", "name": "A game", "game": "", "asked": [], "seats": {}, "touched": "2026-01-01T00:00:00Z"}
    tables = {"tables": [{**one, **over}, {**one, **over, "id": "t2", "over": ""}]}
    player.page.route("**/api/tables", lambda route: route.fulfill(json=tables))
    player.page.goto(server.origin)
    player.sees('#tables-over a[href="/t/t1"]', "Axis victory")
    expect(player.find("#tables a")).to_have_count(1)


def test_the_guide_speaks_of_its_scenario_and_is_silent_after_the_end(sit: Sit, server: ServerProcess) -> None:
    game = "tobruk"
    keys = [one["key"] for one in server.request(f"/api/games/{game}")["scenarios"]]
    seats = dict.fromkeys(server.request(f"/api/games/{game}")["sides"], "human")
    usual = make_table(server, game=game, seats=seats, scenario=keys[0])
    player = sit(usual["id"], usual["token"], guide=True, game=game)
    player.sees("#guide h2", "1 of 5: The town is empty")
    player.run("""(sandtable.game.now.view.over = "on points", sandtable.screen.guide.renew())""")
    expect(player.find("#guide")).to_be_hidden()
    other = make_table(server, game=game, seats=seats, scenario=keys[1])
    second = sit(other["id"], other["token"], guide=True, game=game)
    second.sees("#guide h2", "1 of 4: Your chit is drawn")


# The staff answers as if one unit were in danger.
DANGER = """(() => { const { line } = sandtable, ask = line.ask.bind(line); line.ask = (message) =>
  message.type !== "warnings" ? ask(message) : Promise.resolve({ count: sandtable.game.now.view.count, warnings: [
    { text: "It can be lost, in 5 of 6 trials", at: "I2", pieces: ["21/104"], how: ["21/104 is eliminated at I2 (7.5)"],
      case: "7.5", orders: [] }] }); })()"""


def test_the_staff_warns_before_a_phase_ends_and_a_report_follows_the_other_side(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server, played=TO_BENGASI[:-1])
    player = sit(table["id"], table["token"], warnings=True)
    player.run(DANGER)
    player.waits("sandtable.screen.roster.left.length + sandtable.screen.roster.done.size > 0")
    player.find('#decision [data-action="done"]').click()
    player.sees('#decision [data-warning="I2"]', "5 of 6 trials")
    assert player.entries() == len(TO_BENGASI) - 1, "nothing has ended"
    check_accessible(player, "warnings")
    player.find('[data-warning="I2"]').click()
    player.waits("document.querySelector('.over-look .look')")
    player.find("[data-go-back]").click()
    expect(player.find("#decision .staff")).to_be_hidden()
    player.does('#decision [data-action="done"]')  # the same position again: the player knows
    player.find('#decision [data-action="done"]').click()
    player.does("[data-end-anyway]")
    player.waits("sandtable.screen.play.asked && sandtable.game.now.view.turn === 2")
    player.sees("#decision .turn-report", "moved")
    player.find('#decision .turn-report [data-part="moved"] summary').click()
    player.find("#decision [data-report]").first.click()
    player.waits("document.querySelector('.over-look .look')")
    check_accessible(player, "report of a turn")


# The staff looks until it is told to answer; a duty is known at once.
SLOW = """(() => { const { line } = sandtable, ask = line.ask.bind(line); line.ask = (message) => {
  const { count } = sandtable.game.now.view;
  const told = (text) => ({ count, warnings: [{ text, at: "I2", pieces: [], how: [], case: "7.5", orders: [] }] });
  if (message.type === "duties") return Promise.resolve(told("Nothing will land"));
  if (message.type !== "warnings") return ask(message);
  return new Promise((done) => { window.answer = () => done(told("It can be lost, in 5 of 6 trials")); }); }; })()"""


def test_what_is_left_undone_is_said_at_once_and_what_threatens_when_it_is_found(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server, played=TO_BENGASI[:-1])
    player = sit(table["id"], table["token"], warnings=True)
    player.run(SLOW)
    player.waits("sandtable.screen.roster.left.length + sandtable.screen.roster.done.size > 0")
    player.find('#decision [data-action="done"]').click()
    player.sees("#decision .staff", "Nothing will land")
    player.sees("#decision .staff [role=status]", "still looking")
    player.page.wait_for_timeout(2500)  # it takes longer than anybody would wait for it
    assert player.entries() == len(TO_BENGASI) - 1, "nothing has ended by itself"
    player.run("window.answer()")
    expect(player.find("#decision .staff [role=status]")).to_have_count(0)
    expect(player.find("#decision [data-warning]")).to_have_text(
        ["Nothing will land", "It can be lost, in 5 of 6 trials"]
    )
    player.does("[data-end-anyway]")


def test_whoever_asks_why_a_phase_cannot_end_is_told_that_and_warned_of_nothing(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], warnings=True)
    player.find('#decision [data-action="done"]').click()
    player.sees('#decision [data-refusal="6.1"]')
    expect(player.find("[data-end-anyway]")).to_have_count(0)


GARRISONS = """async () => {
  const { Lookout } = await import("/client/js/panels/lookout.js");
  const pieces = { a: { at: "W6" }, b: { at: "W6" } }, done = new Map([["c", 1]]);
  const view = { phase: "Impulse 1: Axis Movement", pieces };
  const screen = { play: { now: { offers: [], view } }, roster: { left: ["a", "b"], done } };
  const lookout = new Lookout(screen), found = [lookout.idle()];
  lookout.leave();
  view.phase = "Impulse 1: Axis Combat";
  found.push(lookout.idle());
  view.phase = "Impulse 2: Axis Movement";
  found.push(lookout.idle());
  pieces.a.at = "W7";
  found.push(lookout.idle());
  done.clear();
  found.push(lookout.idle());
  return found;
}"""


def test_who_was_knowingly_left_where_he_stands_is_not_named_again_unless_nobody_has_acted(sit: Sit) -> None:
    assert sit().page.evaluate(GARRISONS) == [["a", "b"], ["a", "b"], [], ["a"], ["a", "b"]]


RISKS = """async () => {
  const { Lookout } = await import("/client/js/panels/lookout.js");
  const view = { phase: "Axis Combat", pieces: {} }, roster = { left: [], last: 5 };
  const lookout = new Lookout({ play: { now: { offers: [], view } }, roster });
  const risk = { at: "I2", text: "It can be lost, in 5 of 6 trials" };
  const found = [lookout.isRisked(risk)];
  lookout.report = { action: "done", found: [risk], looking: false };
  lookout.leave();
  roster.last = 6;
  found.push(lookout.isRisked(risk), lookout.isRisked({ ...risk, text: "It can be lost, in 6 of 6 trials" }));
  roster.last = 5;
  found.push(lookout.isRisked(risk));
  roster.last = 6;
  view.phase = "Axis Delay";
  found.push(lookout.isRisked(risk));
  return found;
}"""


def test_who_has_gone_on_in_spite_of_a_warning_hears_another_in_that_phase_unless_he_takes_it_back(sit: Sit) -> None:
    """Before, in the same phase, what has become worse, after it was taken back, and in another phase."""
    assert sit().page.evaluate(RISKS) == [False, True, False, False, False]


LOOKS = """async () => {
  const { Line } = await import("/client/js/basics/net.js");
  const asked = [], answers = [], line = Object.create(Line.prototype);
  line.looks = Promise.resolve();
  line.ask = ({ type }) => (asked.push(type), new Promise((done) => answers.push(done)));
  const plan = line.look({ type: "plan" });
  const never = line.look({ type: "never" }, () => false), warnings = line.look({ type: "warnings" });
  await new Promise((done) => setTimeout(done));
  const before = [...asked];
  answers[0]("told");
  await plan;
  await never;
  await new Promise((done) => setTimeout(done));
  return [before, asked];
}"""


def test_the_staff_looks_at_one_thing_after_the_other(sit: Sit) -> None:
    assert sit().page.evaluate(LOOKS) == [["plan"], ["plan", "warnings"]]


def test_nobody_waits_for_a_staff_that_looks_for_long(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI[:-1])
    player = sit(table["id"], table["token"], warnings=True)
    player.run(SLOW)
    player.waits("sandtable.screen.roster.left.length + sandtable.screen.roster.done.size > 0")
    player.find('#decision [data-action="done"]').click()
    player.sees("#decision .staff [role=status]")
    player.does("[data-end-anyway]")


def test_what_is_lost_is_said_once_in_the_middle(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.plays("destroy AxS1")
    player.sees("#herald", "eliminated at")
    player.find("#herald").click()
    expect(player.find("#herald")).to_be_hidden()
