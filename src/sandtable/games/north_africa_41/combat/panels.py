"""[8, 11, 14, 15] The combat that is being fought: who, at which odds, what came of it, what is left to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.views import Panel, Row, Token
from sandtable.games.north_africa_41.combat import defence_chances
from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.attacks import BreakthroughSupply, Excess
from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.combat.determined_defence import (
    DefenceReroll,
    DesperateDefence,
    DeterminedDefence,
    is_desperate,
    leads,
)
from sandtable.games.north_africa_41.combat.forecasts import meaning
from sandtable.games.north_africa_41.combat.ledger import told
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.combat.support import defence_support
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.selection import title_of
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.losses import Casualty
from sandtable.games.north_africa_41.results.retreats import RetreatRoute
from sandtable.games.north_africa_41.results.tables import effect
from sandtable.games.north_africa_41.state import NorthAfrica, side_of

KEY = "battle"

STEPS = (  # [15.2.1]
    "1. The group advances to the hex you click.",
    "2. It attacks enemies it has moved next to, for one hex of its allowance.",
    "3. If they are cleared, it drives on from its own hex or, free of charge, from theirs.",
)


def battle_panel(state: NorthAfrica) -> Panel | None:
    """The combat on top of the stack, if there is one."""
    top = state.stack[-1]
    if isinstance(top, Exploiting):
        return _breakthrough(state, top)
    battle = current_battle(top)
    if battle is None:
        return None
    rows = [*_sides(battle), *_odds(state, battle, top)]
    if isinstance(top, DeterminedDefence):
        rows += _stands(state, top)
    if isinstance(top, Advancing):
        rows.append(Row("Advance", _allowance(battle)))
    return Panel(KEY, f"Combat at {title_of(battle.at)}", tuple(rows))


def current_battle(top: object) -> Battle | None:
    """The combat that a decision is about."""
    found = (
        Advancing,
        AttackReroll,
        BreakthroughSupply,
        Casualty,
        DefenceReroll,
        DefensiveSupport,
        DesperateDefence,
        DeterminedDefence,
        Excess,
    )
    return top.battle if isinstance(top, found) else None


def _sides(battle: Battle) -> Iterator[Row]:
    yield Row("Attack", "", _tokens(battle.attackers), battle.side)
    if battle.defenders:
        yield Row("Defence", "", _tokens(battle.defenders, battle.inert), battle.foe)


def _tokens(names: Sequence[str], spent: Sequence[str] = ()) -> tuple[Token, ...]:
    facts = counters()
    return tuple(Token(facts[name].name, side_of(name), "spent" if name in spent else "", name) for name in names)


def _odds(state: NorthAfrica, battle: Battle, top: object) -> Iterator[Row]:
    if not battle.result:
        yield Row("Odds", f"{told(weigh_best(state, battle))}{' with Attack Supply' if battle.supplied else ''}")
        for shift in weigh_best(state, battle).shifts:
            yield Row(f"{shift.columns:+d}", f"{shift.why} ({shift.case})")
    else:
        yield Row("Result", f"{battle.result}: {meaning(effect(battle.result))}")


def _allowance(battle: Battle) -> str:
    if battle.limited:
        return f"into {title_of(battle.at)} alone (14.2.2)"
    slow = "; Matildas and units on foot 2" if battle.allowance > 2 else ""
    return f"up to {plural(battle.allowance, 'hex')}{slow} (14.2.1)"


# --- Determined Defence


def _stands(state: NorthAfrica, top: DeterminedDefence) -> Iterator[Row]:
    """[11.2, 11.3, 11.5] Each Lead Unit, alone and with the best support."""
    battle = top.battle
    for lead in leads(state, battle):
        plain = defence_chances.prospect(state, battle, lead, top.support)
        yield Row(counters()[lead].name, defence_chances.told(plain), (), battle.foe)
    helpers = [] if top.support else defence_support(state, battle)
    if helpers:
        yield Row("DD Support", f"{', '.join(helpers)}: one more on the die (11.3)")
    if is_desperate(state, battle):
        yield Row(
            "Desperate",
            "no retreat possible: after a failure you may try again at the cost of a step of the Lead Unit (11.5.3)",
        )


# --- breakthrough


def _breakthrough(state: NorthAfrica, top: Exploiting) -> Panel:
    """[15.2] What the group has and may do."""
    group = top.group
    total, left = group.spent + group.hexes_left(state), group.hexes_left(state)
    side = group.battle.side
    boxes = tuple(Token(str(box), side, "spent" if box <= group.spent else "") for box in range(1, total + 1))
    rows = [
        Row("Group", f"at {title_of(group.at)}", _tokens([name for name in group.units if name in counters()])),
        Row("Hexes", f"{left} left", boxes),
        Row("Attack Supply", _supplied(group.battle)),
    ]
    if group.opened is not None:
        rows.append(Row("Cleared", f"{title_of(group.opened)} may be entered free (15.2.10)"))
    return Panel(KEY, "Breakthrough", tuple(rows), " ".join(STEPS))


def _supplied(battle: Battle) -> str:
    """[15.2.8]"""
    if battle.supplied:
        return "yes, from the first attack (15.2.8)"
    return "none yet: where it helps, you are asked for it (8.5.3)" if battle.overwhelming else "none (15.2.8)"


def is_fighting(state: NorthAfrica) -> bool:
    """Whether a combat is being settled: then nothing else is pressed beside the map."""
    return battle_panel(state) is not None or isinstance(state.stack[-1], RetreatRoute)
