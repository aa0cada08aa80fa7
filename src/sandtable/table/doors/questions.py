"""Questions that are answered in the table's turn, from what somebody sees of it. Nothing changes."""

from __future__ import annotations

from sandtable.core.values import Refusal
from sandtable.table.live.sight import Sight
from sandtable.table.messages import answers, requests


def consulted(sight: Sight, request: requests.AnyRequest) -> answers.Answer:
    """Raises `Refusal`, also for what is no question."""
    key, count = request.id, sight.position
    match request:
        case requests.Offers(pieces=pieces):
            return answers.Offers(id=key, count=count, pieces=pieces, offers=sight.offers(pieces))
        case requests.Able(pieces=pieces):
            return answers.Able(id=key, count=count, able=sight.able(pieces))
        case requests.Propose(pieces=pieces, at=at):
            action, path = sight.proposal(pieces, at)
            return answers.Proposed(id=key, count=count, action=str(action), path=path)
        case requests.Forecast(pieces=pieces):
            return answers.Forecast(id=key, count=count, forecast=sight.forecast(pieces))
        case requests.Layers():
            return answers.Layers(id=key, count=count, layers=sight.layers())
        case requests.Standing():
            return answers.Standing(id=key, count=count, standing=sight.standing(), calendar=sight.calendar())
        case requests.Duties(idle=idle):
            return answers.Warnings(id=key, count=count, warnings=sight.outpost.duties(idle))
        case requests.Muster():
            return answers.Muster(id=key, count=count, names=sight.muster())
        case requests.Ask(question=question):
            return answers.Explained(id=key, count=count, answer=sight.explanation(question))
    raise Refusal("message", "the table does not know what to do with this")
