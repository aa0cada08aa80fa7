"""What players may say to each other at any time, whoever is asked: resign, offer a draw, take it or not.

It belongs to no game's rules and stands in every game's record: it is replayed, checked and told like any other entry.
An offer stands until it is answered or withdrawn. That somebody has decided something meanwhile does not end it: the
end of it would tell of what was decided in secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core.dice import RecordedDice
from sandtable.core.frames import Draft, S
from sandtable.core.nouns import proper
from sandtable.core.title import Title
from sandtable.core.values import Action, BadNotation, Event, Notation, Refusal

RESIGNED, AGREED, LATE = "resigned", "agreed", "late"  # what stands for a case where not the rules end the game
VERDICTS = ("loss", "machine", "extension")


class Parley(Action, frozen=True):
    """Something between the players, not an order of the game."""


class Resign(Parley, frozen=True):
    """Give the game up: the other side wins."""

    verb = "resign"


class OfferDraw(Parley, frozen=True):
    """Offer the other side a draw."""

    verb = "offer-draw"


class WithdrawOffer(Parley, frozen=True):
    """Take back an offer of a draw that has not been answered."""

    verb = "withdraw-offer"


class AcceptDraw(Parley, frozen=True):
    """Agree to the draw that was offered: the game ends with it."""

    verb = "accept-draw"


class DeclineDraw(Parley, frozen=True):
    """Refuse the draw that was offered; the game goes on."""

    verb = "decline-draw"


class Flag(Parley, frozen=True):
    """The time of a side is up. Nobody says it: the clock of the table does, with what was agreed for that."""

    verb = "flag"
    verdict: str = "loss"

    def words(self) -> str:
        return self.verdict

    @classmethod
    def read(cls, words: str) -> Flag:
        if words not in VERDICTS:
            raise BadNotation(f"a fallen flag means one of {', '.join(VERDICTS)}, not '{words}'")
        return cls(words)


SPOKEN = Notation(Resign, OfferDraw, WithdrawOffer, AcceptDraw, DeclineDraw, Flag)


def read(title: Title[Any], text: str) -> Action:
    """An order of the game, or what players say beside it. Raises `BadNotation`."""
    spoken = text.split(maxsplit=1)[:1]
    return (SPOKEN if spoken and spoken[0] in SPOKEN.classes else title.rules.notation).parse(text)


def offer_after(offered: str, side: str, action: object) -> str:
    """The side whose offer stands once this is said, or done."""
    if isinstance(action, Action) and not isinstance(action, Parley):
        return offered  # orders are many, and long to write out
    match str(action):
        case OfferDraw.verb:
            return side
        case WithdrawOffer.verb | AcceptDraw.verb | DeclineDraw.verb:
            return ""
    return offered


def check(title: Title[Any], offered: str, last: object, side: str, action: Parley) -> None:
    """Refuse what cannot be said now. `offered`: the side whose offer of a draw stands; `last`: what this side did or
    said last."""
    if side not in title.sides:
        raise Refusal("seat", "only a player of the game can say that")
    match action:
        case OfferDraw() if offered == side:
            raise Refusal("draw", "your offer of a draw has not been answered yet")
        case OfferDraw() if offered:
            raise Refusal("draw", "the other side has offered a draw: accept it or decline it")
        case OfferDraw() if str(last) in (OfferDraw.verb, WithdrawOffer.verb):
            raise Refusal("draw", "you have just offered a draw: play on before you offer another")
        case WithdrawOffer() if offered != side:
            raise Refusal("draw", "you have no offer of a draw to take back")
        case AcceptDraw() | DeclineDraw() if not offered or offered == side:
            raise Refusal("draw", "the other side has not offered a draw")


def carried_out(sides: Sequence[str], state: S, side: str, action: Parley) -> tuple[S, list[Event]]:
    """What was said, and the end of the game where that ends it."""
    draft: Draft[S] = Draft(state, RecordedDice(()))
    match action:
        case Resign():
            winner = next((other for other in sides if other != side), None)
            draft.end(winner, RESIGNED, f"the {side.title()} player resigns")
        case AcceptDraw():
            draft.end(None, AGREED, "the players agree to a draw")
        case Flag(verdict="loss"):
            winner = next((other for other in sides if other != side), None)
            draft.end(winner, LATE, f"the time of the {side.title()} player is up")
        case Flag(verdict=verdict):
            draft.note(action.verb, side=side, verdict=verdict)
        case _:
            draft.note(action.verb, side=side)
    return draft.state, draft.events


TOLD = {
    OfferDraw.verb: "The {side} player offers a draw",
    WithdrawOffer.verb: "The {side} player withdraws the offer of a draw",
    DeclineDraw.verb: "The {side} player declines the draw",
}
TOLD_OF_A_FLAG = {
    "machine": "The time of the {side} player is up: the machine takes over, as agreed",
    "extension": "The time of the {side} player is up: an extension, as agreed",
}


def tell(title: Title[Any], event: Event) -> str:
    """An event as a line of the story, whether the rules brought it about or the players."""
    if event.kind in TOLD:
        return TOLD[event.kind].format(side=str(event.facts["side"]).title())
    if event.kind == Flag.verb and event.facts.get("verdict") in TOLD_OF_A_FLAG:
        return TOLD_OF_A_FLAG[str(event.facts["verdict"])].format(side=str(event.facts["side"]).title())
    if event.kind == "over" and event.facts["case"] in (RESIGNED, AGREED, LATE):
        reason = str(event.facts["reason"])
        return f"{reason[:1].upper()}{reason[1:]}"
    told = title.screen.tell(event)
    return proper(told, title.sides) if event.kind == "roll" else told
