"""[3.61] What a side saw of a table is kept only as long as the table, and all else that matters, is as it was."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.dice import SecretDice
from sandtable.core.frames import Draft
from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.contents import Minefield
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.sight.tables_seen import TablesSeen
from sandtable.games.campaign_for_north_africa.state import Campaign


def doubled(table: dict[str, int]) -> dict[str, int]:
    return {name: 2 * each for name, each in table.items()}


def test_a_table_that_has_not_changed_is_seen_as_the_very_same() -> None:
    seen = TablesSeen()
    first = seen.look("wrecks", {"a": 1, "b": 2}, "axis", doubled)
    assert first == {"a": 2, "b": 4}
    assert seen.look("wrecks", {"a": 1, "b": 2}, "axis", doubled) is first


def test_a_table_with_another_entry_or_in_another_order_is_looked_at_again() -> None:
    seen = TablesSeen()
    seen.look("wrecks", {"a": 1, "b": 2}, "axis", doubled)
    assert list(seen.look("wrecks", {"b": 2, "a": 1}, "axis", doubled)) == ["b", "a"]
    assert seen.look("wrecks", {"b": 2, "a": 3}, "axis", doubled) == {"b": 4, "a": 6}
    assert seen.look("supply", {"b": 2}, "axis", doubled) == {"b": 4}


def test_a_table_is_looked_at_again_when_what_matters_besides_has_changed() -> None:
    seen = TablesSeen()
    seen.look("wrecks", {"a": 1}, frozenset({1}), doubled)
    assert seen.look("wrecks", {"a": 1}, frozenset({2}), lambda table: dict.fromkeys(table, 0)) == {"a": 0}


def test_a_table_in_which_a_draft_went_on_writing_is_looked_at_again() -> None:
    seen, table = TablesSeen(), {"a": 1}
    seen.look("wrecks", table, "axis", doubled)
    table["a"] = 5
    assert seen.look("wrecks", table, "axis", doubled) == {"a": 10}


def test_mines_that_are_laid_after_the_first_look_are_seen_and_dummies_are_not_told_apart() -> None:
    state: Campaign = begin(Setup("race-for-tobruk"))
    draft = Draft(replace(state, minefields={}), SecretDice(b""))
    assert observe(draft.state, "axis").minefields == {}
    draft.amend("minefields", 100, Minefield("commonwealth", dummy=True))
    draft.amend("minefields", 101, Minefield("commonwealth"))
    seen = observe(draft.state, "axis").minefields
    assert seen[100] == seen[101] == Minefield("commonwealth")
    assert observe(draft.state, "commonwealth").minefields[100].dummy


@pytest.mark.parametrize("side", ["axis", "commonwealth", ""])
def test_who_looks_at_what_he_knows_sees_all_of_it_and_the_other_side_does_not(side: str) -> None:
    state: Campaign = begin(Setup("race-for-tobruk"))
    known = observe(state, side)
    assert observe(known, side) is known
    assert observe(replace(known), side) == known  # worked out anew
    assert all(observe(known, other) != known for other in ("axis", "commonwealth") if other != side)
