"""What is kept beside the map in the phases that need it: combats, arrivals, points, options, Malta."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.frames import Decision
from sandtable.core.nouns import plural
from sandtable.core.views import Panel, Row, Token
from sandtable.games.panzerarmee_afrika.arrivals.offers import ARRIVALS, OPTIONS, POINTS, WITHDRAWALS
from sandtable.games.panzerarmee_afrika.arrivals.options import exchanged
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster, waiting
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals
from sandtable.games.panzerarmee_afrika.combat.calculator import Odds, combat_odds, joint_odds, percent
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat, forced_combats
from sandtable.games.panzerarmee_afrika.combat.offers import PANEL
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.factors.losses import hex_names
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters, lorries
from sandtable.games.panzerarmee_afrika.pieces.schedule import (
    POOLS,
    RESERVE,
    Malta,
    Option,
    axis_choices,
    depots_arriving,
    open_options,
    options,
    points,
    pool_name,
    pool_of,
    reinforcing_limit,
    reserve_turn,
    scheduled,
    withdrawals,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import limits, malta_success, option_cost
from sandtable.games.panzerarmee_afrika.state import CADRE, DUE, WITHDRAWN, PanzerarmeeAfrika, side_of
from sandtable.games.panzerarmee_afrika.supply.malta import MaltaInvasion, allied_in_libya

WEIGHED = "Choose an installation together with the units and the enemy to see the odds if it is spent."


def panels(state: PanzerarmeeAfrika) -> tuple[Panel, ...]:
    top = state.stack[-1]
    if not isinstance(top, Decision):
        return ()
    match top:
        case Declarations():
            forced = tuple(forced_combats(state, top.side, top.combats))
            return (_combats(state, top.combats, forced, (), WEIGHED),) if top.combats or forced else ()
        case CombatSupply():
            return (_combats(state, top.combats, (), top.spent),)
        case Resolution():
            return (_resolution(state, top),)
        case MaltaInvasion():
            return (_malta(state),)
        case Withdrawals():
            return (_withdrawals(top),)
        case Reinforcements():
            muster = top.muster
            return _arrivals(state, muster), _points(state, muster), *_options(state, muster)
    return ()


# --- combats


def _combats(
    state: PanzerarmeeAfrika, combats: Sequence[Combat], forced: Sequence[Combat], spent: Sequence[str], note: str = ""
) -> Panel:
    rows = [
        _combat(str(number), combat, joint_odds(state, combat.attackers, combat.hexes, spent), combat.forced)
        for number, combat in enumerate(combats, 1)
    ]
    rows += [_combat("", combat, joint_odds(state, combat.attackers, combat.hexes, spent), True) for combat in forced]
    if spent:
        rows.append(Row("Spent", tokens=tuple(Token(depot, side_of(depot), "spent") for depot in spent)))
    return Panel(PANEL, "Combats declared", tuple(rows), note)


def _combat(number: str, combat: Combat, odds: Odds, forced: bool) -> Row:
    tokens = tuple(Token(name, side_of(name)) for name in combat.attackers)
    label = f"{number}: {hex_names(combat.hexes)}" if number else hex_names(combat.hexes)
    return Row(label, _told(odds, forced), tokens)


def _told(odds: Odds, forced: bool) -> str:
    if not odds.permissible and forced:
        return f"{odds.differential:+d}, must be made to no effect, losing {float(odds.attacker_loss):.1f} (12.1.1)"
    if not odds.permissible:
        return f"{odds.differential:+d}, not permitted (12.4.3)"
    clears = f", clears the hex {'for certain' if odds.clears == 1 else percent(odds.clears)}" if odds.clears else ""
    loss, price = float(odds.defender_loss), float(odds.attacker_loss)
    duty = ", must be made (12.1.1)" if forced else ""
    return f"{odds.differential:+d}, destroys {loss:.1f} for {price:.1f}{clears}{duty}"


def _resolution(state: PanzerarmeeAfrika, top: Resolution) -> Panel:
    rows = []
    for number, combat in enumerate(top.combats, 1):
        if number in top.left:
            odds = combat_odds(state, combat) if combat.attackers else None
            if odds:
                rows.append(_combat(str(number), combat, odds, combat.forced))
        else:
            done = "fought" if number in top.fought else "called off"
            tokens = tuple(Token(name, side_of(name), "spent") for name in combat.attackers)
            rows.append(Row(f"{number}: {hex_names(combat.hexes)}", done, tokens))
    if top.spent:
        rows.append(Row("Spent", tokens=tuple(Token(depot, side_of(depot), "spent") for depot in top.spent)))
    return Panel(PANEL, "Combats", tuple(rows))


# --- Malta


def _malta(state: PanzerarmeeAfrika) -> Panel:
    """[9, 13.5.2] What each course would bring."""
    stand = bool(allied_in_libya(state))
    falls = sum(malta_success(die, stand) for die in range(1, 7))
    rows = (
        Row(
            "Chance",
            f"{falls} of 6 ({'Allied units in supply are' if stand else 'no Allied unit in supply is'} in Libya)",
        ),
        Row("If Malta falls", _promise("success")),
        Row("If it fails", _promise("failure")),
        Row("Without it", _promise("not-attempted")),
        *(
            Row(option.letter, f"{option.title}, {plural(option.factors, 'factor')}")
            for option in options().values()
            if option.side == "axis"
        ),
    )
    return Panel("malta", "The invasion of Malta", rows, "After an attempt no Axis unit enters Egypt this turn (9).")


def _promise(malta: Malta) -> str:
    single = [group[0] for group in axis_choices(malta) if len(group) == 1]
    groups = [f"any of {', '.join(single)}"] if single else []
    groups += [f"one of {', '.join(group)}" for group in axis_choices(malta) if len(group) > 1]
    when = reserve_turn(malta)
    reserve = f"{RESERVE} arrives on turn {when}" if when else f"{RESERVE} never arrives"
    barren = [str(n) for n in range(1, limits().last_turn + 1) if not depots_arriving(n, "axis", malta)]
    lost = f"; no installation on turn {' and '.join(barren)}" if barren else ""
    return f"{' and '.join(groups)}; {reserve}{lost}"


# --- reinforcements


def _withdrawals(top: Withdrawals) -> Panel:
    """[13.2.3]"""
    hand = f"{len(top.at_hand)} to choose from" if top.at_hand else "none, so the Axis chooses on the map"
    rows = (Row("To leave", f"{top.count} {top.category}"), Row("Available", hand))
    return Panel(WITHDRAWALS, "Withdrawals", rows, top.reason[:1].upper() + top.reason[1:])


def _arrivals(state: PanzerarmeeAfrika, muster: Muster) -> Panel:
    """[13.2] What comes now and next, and what must leave."""
    side, turn = muster.side, state.turn
    rows = [Row("Arriving", "" if waiting(state, muster) else "nothing more", _tokens(waiting(state, muster), side))]
    if muster.arrived:
        rows.append(Row("Arrived", tokens=_tokens(muster.arrived, side, "spent")))
    if wanted := state.books[side].reinstating:
        rows.append(Row("Returning", ", ".join(wanted)))
    if turn < limits().last_turn and (units := scheduled(turn + 1, side)):
        rows.append(Row("Next turn", tokens=_tokens(units, side)))
    if side == "allied" and turn < limits().last_turn and (orders := withdrawals(turn + 1)):
        leave = "; ".join(f"{order.count} {order.category} ({order.reason})" for order in orders)
        rows.append(Row("Leave next turn", leave))
    rows += _lorries(state, side)
    note = "Choose one and a hex of the base; the rest are placed automatically."
    return Panel(ARRIVALS, "Arrivals", tuple(rows), note)


def _lorries(state: PanzerarmeeAfrika, side: Side) -> Iterator[Row]:
    """[12.4.6, 13.6]"""
    tokens = []
    for name in lorries(side):
        unit = state.units[name]
        if unit.at != DUE:
            tokens.append(Token(name, side))
        else:
            title = f"returns on turn {unit.due}" if unit.due else "off the map: arrives when units dismount"
            tokens.append(Token(name, side, "lost", title))
    yield Row("Transport", tokens=tuple(tokens))


def _tokens(names: Sequence[str], side: Side, state: str = "") -> tuple[Token, ...]:
    return tuple(Token(name, side, state, counters()[name].full_name if name in counters() else "") for name in names)


def _points(state: PanzerarmeeAfrika, muster: Muster) -> Panel:
    """[13.3, 13.4] Points in hand, who could come back for them."""
    side, held = muster.side, state.books[muster.side].points
    rows = []
    for pool in POOLS[side]:
        gone = [
            n
            for n, unit in state.units.items()
            if unit.at == CADRE and side_of(n) == side and pool_of(counters()[n]) == pool
        ]
        tokens = tuple(_cadre(name, side, held[pool]) for name in gone)
        coming = f" (+{points(state.turn + 1, side)[pool]} next turn)" if state.turn < limits().last_turn else ""
        rows.append(Row(pool_name(pool), f"{held[pool]} in hand{coming}", tokens))
    left = [name for name, unit in state.units.items() if unit.at == WITHDRAWN and side_of(name) == side]
    if left:
        rows.append(Row("Withdrawn", tokens=_tokens(left, side, "lost")))
    note = f"At most {limits().most_points} of each kind are kept (13.3.1)."
    if side == "allied" and (caps := _caps(state.turn)):
        note += f" Units in the base may be reinforced up to {caps} (13.4)."
    return Panel(POINTS, "Replacement points and cadre", tuple(rows), note)


def _cadre(name: str, side: Side, held: int) -> Token:
    """[13.3.2] An eliminated unit with what it costs."""
    factor = counters()[name].combat_factor
    return Token(f"{name} {factor}", side, "" if factor <= held else "lost", counters()[name].full_name)


def _caps(turn: int) -> str:
    """[13.4]"""
    limit = {category: reinforcing_limit(turn, category) for category in ("infantry", "armoured")}
    return ", ".join(f"{most} ({category})" for category, most in limit.items() if most)


# --- options


def _options(state: PanzerarmeeAfrika, muster: Muster) -> Iterator[Panel]:
    """[13.5] Shown when one of them is open now or was taken."""
    side, taken = muster.side, state.books[muster.side].taken
    open_now = open_options(side, state.turn, state.malta, taken)
    if not open_now and not taken:
        return
    rows = [_option(state, side, option, open_now) for option in options().values() if option.side == side]
    note = f"Each factor received takes {float(option_cost()):g} off at the end (13.5.3)."
    if side == "axis":
        note += f" At most {limits().axis_options_per_turn} on a turn (13.5.2)."
    yield Panel(OPTIONS, "Reinforcement options", tuple(rows), note)


def _option(state: PanzerarmeeAfrika, side: Side, option: Option, open_now: tuple[str, ...]) -> Row:
    taken, letter = state.books[side].taken, option.letter
    about = [option.title, plural(option.factors, "factor")]
    if letter in taken:
        about.append(f"taken on turn {taken[letter]}")
    elif letter == RESERVE:
        when = reserve_turn(state.malta)
        about.append(f"arrives automatically on turn {when}" if when else "never arrives")
    else:
        about += _terms(state, option)
    if letter not in open_now and letter not in taken and letter != RESERVE:
        about.append("closed now")
    return Row(letter, "; ".join(about))


def _terms(state: PanzerarmeeAfrika, option: Option) -> list[str]:
    """[13.5.1, 13.5.2] When, instead of what, for what."""
    turns = option.turns
    terms = [f"turn {turns[0]} to {turns[-1]}" if len(turns) > 2 else f"turn {' or '.join(map(str, turns))}"]
    rivals = [*option.excludes]
    if option.side == "axis":
        group = next((group for group in axis_choices(state.malta) if option.letter in group), None)
        if group is None:
            return []
        rivals += [letter for letter in group if letter != option.letter]
    if rivals:
        terms.append(f"not with {', '.join(rivals)}")
    if exchanged(option.letter):
        terms.append(
            f"{plural(exchanged(option.letter), 'Indian brigade leaves', 'Indian brigades leave')} in exchange"
        )
    return terms
