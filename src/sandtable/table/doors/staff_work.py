"""What takes a staff its time: warnings, plans, looking back, and questions for it."""

from __future__ import annotations

from typing import TypeAlias

from sandtable.table.live import records
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import LiveTable
from sandtable.table.messages import answers, requests
from sandtable.table.thinking import jobs
from sandtable.table.thinking.limits import limits

Look: TypeAlias = requests.Warnings | requests.Plan | requests.Review | requests.Ask  # what takes its time


def looking(table: LiveTable, sight: Sight, request: Look) -> jobs.Job:
    """What the staff is given to think about. Raises `Refusal`."""
    if isinstance(request, requests.Review):
        return records.looking_back(table, limits().throws_at_most)
    if isinstance(request, requests.Ask):
        return sight.inquiry(request.question).job
    outpost = sight.outpost
    return outpost.warning if isinstance(request, requests.Warnings) else outpost.drawing


def looked_ahead(request: requests.Id, count: int, told: jobs.AnyReply) -> answers.Answer:
    match told:
        case jobs.Perils(warnings):
            return answers.Warnings(id=request, count=count, warnings=warnings)
        case jobs.Drawn(plan, orders):
            return answers.Plan(id=request, count=count, plan=plan, answer=plan.explained(), orders=orders)
        case jobs.Told(answer):
            return answers.Explained(id=request, count=count, answer=answer)
        case jobs.LookedBack(sheet):
            return answers.Review(id=request, count=count, review=sheet)
    raise TypeError(f"the staff answered another question: {type(told).__name__}")
