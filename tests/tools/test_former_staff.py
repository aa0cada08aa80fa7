"""The tool that measures against an earlier staff: today's staff, taken as an earlier one, plays the same game."""

from __future__ import annotations

import importlib.util
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.games.afrika_korps.staff import Staff
from sandtable.games.afrika_korps.title import title

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "sandtable.games.afrika_korps"
ROOM = ROOT / "src" / "sandtable" / "games" / "afrika_korps"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("former_staff_tool", ROOT / "tools" / "former_staff.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def orders(staff: Staff) -> list[str]:
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(1)))
    while game.asked == ("axis",) and game.state.turn == 1:
        game.play(staff.choose(game.state, "axis"), "axis")
    return [str(entry.action) for entry in game.entries]


def test_a_staff_that_was_taken_out_plays_by_its_own_weights(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in (ROOM / "staff").glob("*.py")}
    weights = (ROOM / "data" / "staff.toml").read_text(encoding="utf-8")
    tool.unpack(sources, weights.replace("supply = 3.0 ", "supply = 4.5 "), PACKAGE, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    former = import_module(tool.FORMER)
    assert f"{PACKAGE}.staff" not in (tmp_path / tool.FORMER / "player.py").read_text(encoding="utf-8")
    assert sys.modules[f"{tool.FORMER}.weights"].weights().worth.supply == 4.5
    assert import_module(f"{PACKAGE}.staff.weights").weights().worth.supply == 3.0
    assert orders(former.Staff(1)) == orders(Staff(1))


def test_what_has_moved_since_is_found_where_it_is_now(tool: ModuleType) -> None:
    before = (
        "from sandtable.core import fields\n"
        f"from {PACKAGE} import movement\n"
        f"from {PACKAGE}.zones import front\n"
        f"from {PACKAGE}.staff.weights import weights\n\n"
        "ends = movement.destinations(fields.reach(graph, node, 4, 0, (), zone), front(state, side))\n"
    )
    assert tool.rewritten(before, PACKAGE, tool.Whereabouts(PACKAGE)).splitlines() == [
        f"from {tool.FORMER} import floods as fields",
        f"from {PACKAGE} import movement",
        f"from {PACKAGE}.ground.zones import front",
        f"from {tool.FORMER}.weights import weights",
        f"from {PACKAGE}.movement.stacking import destinations",
        "ends = destinations(fields.reach(graph, node, 4, 0, (), zone), front(state, side))",
    ]


def test_what_stands_where_it_stood_is_left_there(tool: ModuleType) -> None:
    now = f"from {PACKAGE}.ground import reach\nfound = reach.can_move(state, name)"
    assert tool.rewritten(now, PACKAGE, tool.Whereabouts(PACKAGE)) == now
