"""[14, 14.1] How the game stands: what both armies are worth, what that would mean, and what each side needs."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.standing import Goal, Standing
from sandtable.core.values import Explanation
from sandtable.core.views import Fact
from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, bardia, board, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.schedule import pool_name, turn
from sandtable.games.panzerarmee_afrika.pieces.tables import Verdict, limits
from sandtable.games.panzerarmee_afrika.pieces.tables import victory as victory_table
from sandtable.games.panzerarmee_afrika.state import NOUNS, SIDES, PanzerarmeeAfrika, enemy_of, total_strength
from sandtable.games.panzerarmee_afrika.victory.conditions import WITHOUT_AWARD, counts, tally, verdict

PLACES = {"El Agheila": agheila, "Bardia": bardia, "Tobruk": tobruk, "Alexandria": alexandria}
LEVELS = ("draw", "marginal", "substantive", "decisive")
FURTHEST = 400  # factors among which a better result is looked for


def ratio(state: PanzerarmeeAfrika) -> str:
    """[14.1] Allied factors to one of the Axis."""
    allied, axis = (max(0, tally(state, side).adjusted) for side in SIDES)
    if not axis:
        return "nothing to nothing" if not allied else "all to nothing"
    return f"{allied / axis:.2f} to 1"


def told(found: Verdict) -> str:
    return f"a {found.level} {found.winner.title()} victory" if found.winner else "a draw"


def rank(found: Verdict, side: str) -> int:
    """How good a verdict is for a side."""
    level = LEVELS.index(found.level)
    return level if found.winner == side else -level


# --- facts


def facts(state: PanzerarmeeAfrika) -> Iterator[Fact]:
    """What stands beside the map."""
    yield Fact("Allied to Axis factors", f"{ratio(state)}: today {told(verdict(state))}")
    for side in SIDES:
        held = [place for place, at in PLACES.items() if state.holder(at()) == side]
        if held:
            yield Fact("Controls", ", ".join(held), side)
        yield from _army(state, side)
    if state.option("reliability") and (lost := state.books["axis"].italian_losses):
        yield Fact("Italian infantry factors lost", str(lost), "axis")
    if state.turn >= limits().malta_turn:
        yield Fact("Malta", state.malta.replace("-", " "), "axis")


def _army(state: PanzerarmeeAfrika, side: Side) -> Iterator[Fact]:
    books, sums = state.books[side], tally(state, side)
    cost = f", {sums.penalty} off for options" if sums.penalty else ""
    yield Fact("Factors in supply", f"{sums.on_map}{cost}", side)
    if out := _uncounted(state, side):
        yield Fact("Factors out of supply", str(out), side)
    held = [f"{count} {pool_name(pool)}" for pool, count in books.points.items() if count]
    if held:
        yield Fact("Replacement points", ", ".join(held), side)
    if books.taken:
        yield Fact("Options exercised", ", ".join(books.taken), side)
    if books.tobruk and not state.option(WITHOUT_AWARD):
        yield Fact("Half turns in Tobruk", f"{books.tobruk} of {limits().tobruk_turns}", side)


def _uncounted(state: PanzerarmeeAfrika, side: Side) -> int:
    """[14.1] Factors on the map that would not count today."""
    return total_strength(state, [name for name in state.layout.names(side) if not counts(state, name)])


# --- what counts


def standing(state: PanzerarmeeAfrika, side: str) -> Standing:
    """[14, 14.1] As if the game ended now, and what each side needs for more."""
    found = verdict(state)
    goals = (*_bases(state), *(_factors(state, each) for each in SIDES), *_possession(state))
    return Standing(f"If the game ended now: {told(found)}", found.winner, goals)


def _bases(state: PanzerarmeeAfrika) -> Iterator[Goal]:
    """[14, 14.1] Bardia decides nothing."""
    for place, at in PLACES.items():
        if place == "Bardia":
            continue
        holder = state.holder(at())
        ends = place == "Alexandria" and holder == "allied"
        text = "in Axis hands at the end of an Axis turn it ends the game" if ends else ""
        yield Goal(place, text, holder, "", (board().name(at()),), "14" if place == "Alexandria" else "14.1")


def _factors(state: PanzerarmeeAfrika, side: Side) -> Goal:
    sums = tally(state, side)
    parts = [f"{sums.on_map} in supply"]
    if sums.penalty:
        parts.append(f"{sums.penalty} off for options (13.5.3)")
    if out := _uncounted(state, side):
        parts.append(f"{out} out of supply or dismounted do not count")
    more = sums.adjusted > tally(state, enemy_of(side)).adjusted
    label = f"{side.title()} factors"
    return Goal(label, f"{sums.adjusted}: {', '.join(parts)}", side if more else "", needs(state, side), (), "14.1")


def _possession(state: PanzerarmeeAfrika) -> Iterator[Goal]:
    """[14.1] The level that long possession of Tobruk is worth."""
    if state.option(WITHOUT_AWARD):
        return
    needed, left = limits().tobruk_turns, _half_turns_left(state)
    for side in SIDES:
        books = state.books[side]
        run = max(books.tobruk, books.tobruk_best)
        if books.tobruk_best >= needed:
            text, missing = f"held for {plural(books.tobruk_best, 'half turn')}: worth one level", ""
        elif books.tobruk + left >= needed and books.tobruk:
            text, missing = (
                f"held for {plural(books.tobruk, 'half turn')} in a row",
                f"needs {needed - books.tobruk} more in a row",
            )
        elif left >= needed:
            text, missing = "", f"needs {plural(needed, 'half turn')} in a row"
        else:
            text, missing = f"held for {plural(run, 'half turn')} at most" if run else "", "out of reach in this game"
        label = f"{side.title()} possession of Tobruk"
        yield Goal(label, text, side if books.tobruk_best >= needed else "", missing, (), "14.1")


# --- the question


def explain_victory(state: PanzerarmeeAfrika) -> Explanation:
    """[14, 14.1, 13.5.3] The present standing, as if the game ended now, and what would change it."""
    found = verdict(state)
    parts = [_explain_army(state, side) for side in SIDES]
    bases = "; ".join(f"{place} is {state.holder(at()).title()}" for place, at in PLACES.items() if place != "Bardia")
    parts.append(Explanation(f"{ratio(state)}, Allied to Axis", "14.1"))
    parts.append(Explanation(bases, "14.1"))
    parts += _explain_tobruk(state)
    parts += [Explanation(f"{NOUNS[side]}: {text}", "14.1") for side in SIDES if (text := needs(state, side))]
    if state.holder(alexandria()) == "allied":
        parts.append(Explanation("the game ends at once when an Axis turn ends with Alexandria in Axis hands", "14"))
    last = limits().last_turn
    when = f"turn {state.turn} of {last}, {turn(state.turn).month}"
    return Explanation(f"If the game ended now ({when}): {told(found)}", "14.1", tuple(parts))


def _explain_army(state: PanzerarmeeAfrika, side: Side) -> Explanation:
    sums = tally(state, side)
    parts = [Explanation(f"{plural(sums.on_map, 'factor')} on the map and in supply", "14.1")]
    if out := _uncounted(state, side):
        names = [name for name in state.layout.names(side) if not counts(state, name)]
        parts.append(Explanation(f"{out} out of supply or dismounted do not count: {', '.join(names)}", "8.4"))
    if sums.penalty:
        taken = ", ".join(state.books[side].taken)
        parts.append(Explanation(f"{sums.penalty} off for the options {taken}", "13.5.3"))
    return Explanation(f"{side.title()}: {sums.adjusted}", "14.1", tuple(parts))


def _explain_tobruk(state: PanzerarmeeAfrika) -> Iterator[Explanation]:
    """[14.1] Who may still earn the shift of a level."""
    if state.option(WITHOUT_AWARD):
        return
    needed, left = limits().tobruk_turns, _half_turns_left(state)
    for side in SIDES:
        books = state.books[side]
        if books.tobruk_best >= needed:
            yield Explanation(
                f"Tobruk: {side.title()} for {plural(books.tobruk_best, 'half turn')}, worth one level", "14.1"
            )
        elif books.tobruk and books.tobruk + left >= needed:
            text = (
                f"Tobruk: {side.title()} for {plural(books.tobruk, 'half turn')} in a row; {needed} are worth one level"
            )
            yield Explanation(text, "14.1")


def _half_turns_left(state: PanzerarmeeAfrika) -> int:
    """Faction turns that have not ended."""
    return 2 * (limits().last_turn - state.turn) + (2 if state.phasing == "allied" else 1)


def needs(state: PanzerarmeeAfrika, side: Side) -> str:
    """[14.1] The own factors from which a side does better with the bases as they are, or the enemy's; empty at the
    best."""
    own, foe = tally(state, side).adjusted, tally(state, enemy_of(side)).adjusted
    now = rank(_table(state, side, own, foe), side)
    if now == LEVELS.index("decisive"):
        return ""
    parts = []
    more = next((n for n in range(max(own, 0) + 1, FURTHEST) if rank(_table(state, side, n, foe), side) > now), None)
    if more is not None:
        parts.append(f"{plural(more, 'factor')} in supply instead of {own} for {told(_table(state, side, more, foe))}")
    less = next((n for n in range(foe - 1, -1, -1) if rank(_table(state, side, own, n), side) > now), None)
    if less is not None:
        parts.append(f"the enemy at {less} for {told(_table(state, side, own, less))}")
    if not parts:
        return "nothing more without another base"
    return f"to do better {', or '.join(parts)}"


def _table(state: PanzerarmeeAfrika, side: Side, own: int, foe: int) -> Verdict:
    allied, axis = (own, foe) if side == "allied" else (foe, own)
    return victory_table(allied, axis, state.holder(alexandria()), state.holder(agheila()))
