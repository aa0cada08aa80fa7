"""[10, 11] What lies beside the map in combat: the targets, the battle that is on, the air units."""

from __future__ import annotations

from sandtable.core.views import Panel, Row, Token
from sandtable.games.tobruk.combat.forecasts import Weighed, guns_against, percent, weigh
from sandtable.games.tobruk.combat.odds import attacking_side, odds, support
from sandtable.games.tobruk.combat.phase import Combat
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import air_strength
from sandtable.games.tobruk.pieces.tables import Result
from sandtable.games.tobruk.pieces.words import result_text, support_text
from sandtable.games.tobruk.state import SIDES, Battle, Tobruk, enemy_of, present

TARGETS, BATTLE, AIR = "targets", "battle", "air"


# --- whom the formation could attack


def targets_panel(state: Tobruk) -> Panel | None:
    """[10.0] Each enemy hex with everybody who could attack it together."""
    top = state.stack[-1]
    if not isinstance(top, Combat):
        return None
    rows = []
    for target, attackers in top.targets(state):
        defenders = state.everybody(target, enemy_of(top.side))
        weighed = weigh(state, attackers, defenders, target)
        guns = guns_against(attackers, defenders)
        text = f"all together {weighed.odds}: {_outlook(weighed)}{', anti-tank guns' if guns else ''}"
        rows.append(Row(board().name(target), text, pieces=(*attackers, *defenders)))
    note = "Choose attackers and defenders, here or on the map, to weigh the attack."
    return Panel(TARGETS, "Within reach", tuple(rows), note)


def _outlook(weighed: Weighed) -> str:
    return (
        f"driven back {percent(weighed.drives_back)}, a loss {percent(weighed.hurts)},"
        f" own loss {percent(weighed.fails)}"
    )


# --- the battle


def battle_panel(state: Tobruk) -> Panel | None:
    """[10.1] The attack step by step as it stands, open to both sides."""
    battle = state.battle
    if battle is None:
        return None
    side = attacking_side(battle)
    attackers, defenders = present(state, battle.attackers), present(state, battle.defenders)
    rows = [
        Row("Attack", "", _units(battle.attackers, attackers, side), side),
        Row("Defence", "", _units(battle.defenders, defenders, enemy_of(side)), enemy_of(side)),
    ]
    if battle.overrun:
        rows.append(Row("Overrun", ", ".join(battle.overrun)))
    if battle.guns:
        rows.append(Row("Guns to fire", ", ".join(battle.guns)))
    if battle.result:
        rows.append(Row("Result", f"{battle.result}: {result_text(Result.parse(battle.result))}"))
    elif attackers and defenders:
        rows += _before_the_dice(state, battle, attackers, defenders)
    return Panel(BATTLE, f"The battle at {board().name(battle.target)}", tuple(rows))


def _units(names: tuple[str, ...], left: tuple[str, ...], side: str) -> tuple[Token, ...]:
    return tuple(Token(name, side, "" if name in left else "lost") for name in names)


def _before_the_dice(
    state: Tobruk, battle: Battle, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> list[Row]:
    side = attacking_side(battle)
    found, added = odds(state, attackers, defenders, battle.target), support(battle, side)
    modifier = sum(each for _, each in added)
    rows = [Row("Odds", f"{found.attack} to {found.defence}, column {found}")]
    if added:
        each_of = ", ".join(f"{each:+d} {support_text(what)}" for what, each in added)
        rows.append(Row("On the dice", f"{modifier:+d} ({each_of})"))
    rows.append(Row("Outlook", _outlook(weigh(state, attackers, defenders, battle.target, modifier))))
    return rows


# --- the air


def air_panel(state: Tobruk) -> Panel:
    """[2.5, 11.0, 11.1] Every air unit of both sides, and what it can still do this turn."""
    rows = tuple(_air_row(state, side, kind) for side in SIDES for kind in KINDS)
    note = "An air unit flies once a turn (11.0). Crossed out: flown, turned back or not allotted."
    return Panel(AIR, "Air units", rows, _as_it_stands(state) or note)


def _as_it_stands(state: Tobruk) -> str:
    """[10.1] What the battle promises before anybody sends more: whoever sends weighs that first."""
    battle = state.battle
    if battle is None or battle.result:
        return ""
    attackers, defenders = present(state, battle.attackers), present(state, battle.defenders)
    if not attackers or not defenders:
        return ""
    rows = _before_the_dice(state, battle, attackers, defenders)
    return f"The battle as it stands: {'; '.join(row.text for row in rows)}."


KINDS = {"fighter": "fighters", "close_air_support": "support"}


def _air_row(state: Tobruk, side: str, kind: str) -> Row:
    pool = state.pool(side)
    flight = state.battle.flight(side) if state.battle else None
    ready, lost = (pool.fighters, pool.lost_fighters) if kind == "fighter" else (pool.support, pool.lost_support)
    flying = 0 if flight is None else flight.fighters if kind == "fighter" else flight.support
    idle = air_strength(side, kind) - ready - lost - flying
    sign = "F" if kind == "fighter" else "S"
    tokens = [
        *(Token(sign, side, "chosen", "over the battle") for _ in range(flying)),
        *(Token(sign, side, "", "ready") for _ in range(ready)),
        *(Token(sign, side, "spent", "flown, turned back or not allotted this turn") for _ in range(idle)),
        *(Token(sign, side, "lost", "lost for good") for _ in range(lost)),
    ]
    counts = [f"{flying} over the battle"] if flying else []
    counts += [f"{ready} ready"] + ([f"{lost} lost"] if lost else [])
    return Row(f"{side.title()} {KINDS[kind]}", ", ".join(counts), tuple(tokens), side)
