"""[13.5] Reinforcement options: units for a price at the end."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals.orders import Option
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals, demand
from sandtable.games.panzerarmee_afrika.map import base
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import RESERVE, axis_choices, open_options, options
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, write_books


def available(state: PanzerarmeeAfrika, muster: Muster) -> list[str]:
    """[13.5.1, 13.5.2] The letters that may be exercised now."""
    taken = state.books[muster.side].taken
    return [
        letter
        for letter in open_options(muster.side, state.turn, state.malta, taken)
        if len(exchangeable(state, muster, letter)) >= exchanged(letter)
    ]


def exchanged(letter: str) -> int:
    """[13.5.1] How many units must leave for the option."""
    demanded = options()[letter].withdraws
    return demanded.count if demanded else 0


def exchangeable(state: PanzerarmeeAfrika, muster: Muster, letter: str) -> list[str]:
    """[13.2.3, 13.5.1] The units in the Alexandria base that may leave for the option: there when the phase began, or
    reinstated in it [13.2.4]."""
    demanded = options()[letter].withdraws
    if demanded is None:
        return []
    return [
        name
        for name in (*muster.present, *muster.reinstated)
        if state.units[name].at in base(muster.side)
        and counters()[name].nation == demanded.nation
        and counters()[name].category == demanded.category
    ]


def choices(state: PanzerarmeeAfrika, muster: Muster) -> Sequence[Action]:
    return Made(available(state, muster), Option)


def check_option(state: PanzerarmeeAfrika, muster: Muster, action: Option) -> None:
    letter, side, turn = action.name, muster.side, state.turn
    option = options().get(letter)
    if option is None:
        raise Refusal("13.5", f"there is no reinforcement option {letter}")
    if option.side != side:
        raise Refusal("13.5", f"the option {letter} belongs to the enemy")
    case = "13.5.1" if side == "allied" else "13.5.2"
    if letter == RESERVE:
        raise Refusal(case, "the units marked M arrive automatically or not at all")
    taken = state.books[side].taken
    if letter in taken:
        raise Refusal("13.5", f"the option {letter} was exercised on turn {taken[letter]}")
    if turn not in option.turns:
        raise Refusal(case, f"the option {letter} may be exercised on turn {', '.join(map(str, option.turns))}")
    if letter in available(state, muster):
        return
    raise Refusal(case, _why_closed(state, muster, letter))


def _why_closed(state: PanzerarmeeAfrika, muster: Muster, letter: str) -> str:
    taken = state.books[muster.side].taken
    closing = [other for other in options()[letter].excludes if other in taken]
    if closing:
        return f"the option {letter} is closed by the option {closing[0]}"
    if muster.side == "allied":
        return (
            f"the option {letter} takes {plural(exchanged(letter), 'Indian infantry brigade')} in the Alexandria base"
        )
    if sum(when == state.turn for when in taken.values()) >= limits().axis_options_per_turn:
        return f"{limits().axis_options_per_turn} options have been exercised this turn, which is the limit"
    malta = state.malta.replace("-", " ")
    group = next((group for group in axis_choices(state.malta) if letter in group), ())
    if not group:
        return f"the option {letter} is not available (Malta: {malta})"
    chosen = next(other for other in group if other in taken)
    return f"only one of {', '.join(group)} may be exercised (Malta: {malta}), and {chosen} has been"


def exercise(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Option) -> Muster:
    """[13.5] Its units arrive like reinforcements; the price is paid at the end [13.5.3]."""
    option, taken = options()[action.name], draft.state.books[muster.side].taken
    write_books(draft, muster.side, taken={**taken, option.letter: draft.state.turn})
    draft.note(
        "exercised",
        side=muster.side,
        option=option.letter,
        title=option.title,
        units=list(option.units),
        case="13.5",
    )
    return muster


def exchange_units(draft: Draft[PanzerarmeeAfrika], muster: Muster, letter: str) -> None:
    """[13.5.1] Ask which units leave for the option."""
    demanded = options()[letter].withdraws
    if demanded is None:
        return
    names = tuple(exchangeable(draft.state, muster, letter))
    demand(draft, Withdrawals(demanded.category, demanded.count, names, f"option {letter}"))
