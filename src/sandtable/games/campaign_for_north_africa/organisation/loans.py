"""[20.9] Voluntary Commonwealth withdrawals: battalions that serve elsewhere for Victory Points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.calendar import date, turn_of
from sandtable.games.campaign_for_north_africa.contents import Loan
from sandtable.games.campaign_for_north_africa.logistics.depots import capture
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.organisation.attaching import own
from sandtable.games.campaign_for_north_africa.organisation.orders import Lend, Recall
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import loan_figures
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.state import WITHDRAWN, Campaign, toe_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, mark, place

LENDER: Side = "commonwealth"
KINDS = ("infantry", "tank", "artillery", "anti_tank")
MONTHS = 12


def ports() -> tuple[int, ...]:
    return (*city("Cairo"), *city("Alexandria"))


def check_lend(state: Campaign, side: str, action: Lend) -> None:
    """[20.9] A battalion by itself in Cairo or Alexandria, strong enough, and not back from elsewhere too lately."""
    name, figures = action.name, loan_figures()
    if side != LENDER:
        raise Refusal("20.9", "only the Commonwealth sends units away")
    own(state, side, name, "20.9")
    unit, counter = state.units[name], counters()[name]
    if counter.kind not in KINDS or counter.level != "battalion" or name in state.replacements:
        raise Refusal("20.9", f"{name} is not a battalion of infantry, tanks, artillery or anti-tank guns")
    if unit.attached:
        raise Refusal("20.9", f"{name} is attached to {unit.attached}")
    if unit.at not in ports():
        raise Refusal("20.9", f"{name} is not in Cairo or Alexandria")
    if 100 * toe_of(state, name) < figures.percent * maximum(state, name):
        raise Refusal("20.9", f"{name} has less than {figures.percent} percent of its strength")
    last = max((each.back for each in state.loans if each.unit == name), default=0)
    if last and state.turn < _months_after(last, figures.months):
        raise Refusal("20.9", f"{name} came back in Game-Turn {last} and stays for {plural(figures.months, 'month')}")


def _months_after(turn: int, months: int) -> int:
    today = date(turn)
    years, month = divmod(today.month - 1 + months, MONTHS)
    return turn_of(today.year + years, month + 1, today.week)


def lend(draft: Draft[Campaign], side: str, action: Lend) -> None:
    """[20.9] It leaves without its trucks."""
    unit = draft.state.units[action.name]
    if unit.motors:
        add_motors(draft, side, unit.at, unit.motors)
        mark(draft, action.name, motors=0)
    place(draft, action.name, WITHDRAWN)
    draft.change(loans=(*draft.state.loans, Loan(action.name, draft.state.turn)))
    draft.note("withdrawn", side=side, units=[action.name])


def away(state: Campaign) -> list[str]:
    """Who serves elsewhere now."""
    return [each.unit for each in state.loans if not each.back]


def check_recall(state: Campaign, side: str, action: Recall) -> None:
    if side != LENDER or action.name not in away(state):
        raise Refusal("20.9", f"{action.name} has not been sent away by choice")
    at = board().named_hex(action.to, "20.9")
    if at not in ports() or state.holder(at) not in (None, side):
        raise Refusal("20.9", f"{action.name} comes back to Cairo or Alexandria")


def recall(draft: Draft[Campaign], side: str, action: Recall) -> None:
    """[20.9, 32.13] Back to a port, where it takes what the enemy has left there."""
    at = board().hex(action.to)
    loans = tuple(
        replace(each, back=draft.state.turn) if each.unit == action.name and not each.back else each
        for each in draft.state.loans
    )
    draft.change(loans=loans)
    place(draft, action.name, at)
    mark(draft, action.name, landed=True)
    draft.note("landed", side=side, units=[action.name], at=action.to)
    capture(draft, LENDER, at)


def loan_points(state: Campaign) -> float:
    """[20.9] Victory Points: so much for every week up to a limit for a unit, less what every return costs."""
    figures, weeks = loan_figures(), dict[str, int]()
    for each in state.loans:
        weeks[each.unit] = weeks.get(each.unit, 0) + (each.back or state.turn) - each.turn
    earned = sum(min(figures.most, figures.week * count) for count in weeks.values())
    return earned - figures.returning * sum(1 for each in state.loans if each.back)


def lendings(state: Campaign, side: str) -> Iterator[Lend]:
    """Whoever could go; nobody has to."""
    if side != LENDER:
        return
    for at in ports():
        for name in state.at(at, side):
            action = Lend(name)
            if may(check_lend, state, side, action):
                yield action


def homecomings(state: Campaign, side: str) -> Iterator[Recall]:
    if side == LENDER:
        for name in away(state):
            yield from (Recall(name, board().name(at)) for at in ports()[:1])
