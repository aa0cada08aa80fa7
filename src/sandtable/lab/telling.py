"""A review in words, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.title import Title
from sandtable.kit.story import by_name
from sandtable.lab.review import Review, ThrowReview, TurnReview


def lines(title: Title[Any], found: Review) -> Iterator[str]:
    the = title.screen.the
    first, second = map(the, found.sides[:2])
    won = f"{found.winner.title()} victory" if found.winner else "a draw"
    called = title.screen.called()
    yield f"{title.name}, {title.book.guide().scenario(found.scenario).name}: {won}, {found.ending}"
    yield ""
    yield measure(title, found)
    yield f"  {'turn':>4}  {'date':<18}{'stood':>7}{'change':>8}{'dice':>7}{'play':>7}  units {' / '.join(found.sides)}"
    yield from (_turn(found, turn) for turn in found.turns)
    yield ""
    yield luck_in_words(title, found)
    if found.telling:
        yield "The throws that mattered most:"
    for throw in found.telling:
        yield f"  entry {throw.entry + 1}, turn {throw.turn}: {throw.side}> {throw.action}"
        yield f"      {by_name(throw_in_words(title, found, throw), called)}"
        yield from (f"      {by_name(line, called)}" for line in throw.story)
    for advice in found.turning:
        yield ""
        yield f"Much was decided in turn {advice.turn}. What the staff would have done for {the(advice.side)}:"
        yield from (f"  {by_name(line, called)}" for line in advice.text.splitlines())
    yield ""
    yield f"Figures are those of {first}; what helps {first} costs {second} as much."


def measure(title: Title[Any], found: Review) -> str:
    first = title.screen.the(found.sides[0])
    if found.in_chances:
        missed = points(found, found.error)
        return (
            f"Chance of a win for {first}, in per cent (by a curve fitted to {found.source}; "
            f"in games that it was not fitted to it was {missed} out on average):"
        )
    return f"How the staff values the position for {first}, in points (no chances are known for this scenario):"


def _turn(found: Review, turn: TurnReview) -> str:
    units = " / ".join(str(turn.units[side]) for side in found.sides)
    stood = f"{100 * turn.stood:.0f}" if found.in_chances else f"{turn.stood:.0f}"
    figures = "".join(f"{signed(found, each):>7}" for each in (turn.luck, turn.play))
    return f"  {turn.turn:>4}  {turn.date:<18}{stood:>7}{signed(found, turn.change):>8}{figures}  {units}"


def signed(found: Review, figure: float) -> str:
    return f"{100 * figure if found.in_chances else figure:+.0f}"


def luck_in_words(title: Title[Any], found: Review) -> str:
    first = title.screen.the(found.sides[0])
    if not found.throws:
        return "No throw of this game could have changed anything."
    brought = "brought" if found.luck >= 0 else "cost"
    throws = "One throw" if found.throws == 1 else f"{found.throws} throws"
    return (
        f"{throws} could have changed something. All in all the dice {brought} {first} "
        f"{points(found, found.luck)}; of 100 games with the same throws {found.percentile:.0f} would "
        f"have been less lucky for {first}."
    )


def points(found: Review, figure: float) -> str:
    """How much, whichever way it went."""
    word = "percentage point" if found.in_chances else "point"
    size = round(abs(100 * figure if found.in_chances else figure))
    if size == 0:
        return f"less than a {word}"
    return f"{size} {word}" if size == 1 else f"{size} {word}s"


def throw_in_words(title: Title[Any], found: Review, throw: ThrowReview) -> str:
    """What was rolled, what it meant for the first side, and how rarely that happens."""
    meant = "brought" if throw.luck >= 0 else "cost"
    first = title.screen.the(found.sides[0])
    return f"{throw.dice}, which {meant} {first} {points(found, throw.luck)}; {rarity_in_words(title, found, throw)}"


def rarity_in_words(title: Title[Any], found: Review, throw: ThrowReview) -> str:
    helped = title.screen.the(found.sides[0] if throw.luck >= 0 else found.sides[1])
    about = "" if throw.exact else "about "
    return f"{about}{percent(throw.rarely)} in 100 so good for {helped} or better"


def percent(chance: float) -> str:
    return f"{100 * chance:.0f}" if chance >= 0.01 else f"{100 * chance:.1f}"
