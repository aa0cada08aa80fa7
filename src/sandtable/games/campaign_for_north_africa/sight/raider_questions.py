"""[27.0] What a player may ask about his desert raiders and commandos."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.map import place_kind
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.commandos import COMMANDOS, OWNER, check_ready, is_self_supplied
from sandtable.games.campaign_for_north_africa.raiders.forming import STAGES, WELLS
from sandtable.games.campaign_for_north_africa.raiders.prowling import points_left, quiet_reach, raiders_of
from sandtable.games.campaign_for_north_africa.raiders.raids import hunts_left
from sandtable.games.campaign_for_north_africa.selection import title_of
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


def explain_raiders(state: Campaign, side: Side) -> Explanation:
    """Where each is, what it can still do and needs, and when those that were lost return."""
    parts = [_raider(state, name) for name in raiders_of(state, side)]
    parts += [_lost(name, stage) for name, stage in state.reforming.items() if name not in state.raiders]
    if side == OWNER:
        parts += _commandos(state)
        parts.append(Explanation(f"Rommel may be raided {_times(hunts_left(state))} in this game", "27.64"))
    return Explanation("desert raiders and commandos" if parts else "you have no desert raiders", "27.31", tuple(parts))


def _times(count: int) -> str:
    return {0: "no more", 1: "once more"}.get(count, f"{count} times more")


def _raider(state: Campaign, name: str) -> Explanation:
    raider = state.raiders[name]
    sight = "its counter lies on the map" if raider.shown else "out of sight"
    text = f"{name} at {title_of(raider.at)}: {plural(in_words(points_left(raider)), 'Capability Point')} left, {sight}"
    return Explanation(text, "27.14", (_fuel(raider), _water(state, raider)))


def _fuel(raider: Raider) -> Explanation:
    return Explanation(f"Fuel to the end of Game-Turn {raider.fuelled + 1}", "27.35")


def _water(state: Campaign, raider: Raider) -> Explanation:
    """[27.35] Drawn, or where it could be."""
    if raider.watered >= state.turn:
        return Explanation("water for this Game-Turn", "27.35")
    ways = quiet_reach(state, raider, points_left(raider))
    near = [at for at in ways if _is_source(state, raider.side, at)]
    if not near:
        return Explanation("no water yet in this Game-Turn, and none within reach", "27.35")
    best = min(near, key=lambda at: (ways.points(at), at))
    cost = in_words(ways.points(best))
    return Explanation(f"no water yet in this Game-Turn; the nearest is at {title_of(best)} for {cost} CP", "27.35")


def _is_source(state: Campaign, side: Side, at: int) -> bool:
    return place_kind(at) in WELLS or any(not state.supply[name].dummy for name in state.supply_at(at, side))


def _lost(name: str, stage: int) -> Explanation:
    turn, left = divmod(stage - 1, STAGES)
    return Explanation(
        f"{name} may be formed again from Operations Stage {left + 1} of Game-Turn {turn + 1} on", "27.16"
    )


def _commandos(state: Campaign) -> Iterator[Explanation]:
    for name in COMMANDOS:
        if state.units[name].at in OUT_OF_PLAY:
            continue
        if is_self_supplied(state, name):
            yield Explanation(f"{name} needs no supplies yet", "27.74")
            continue
        try:
            check_ready(state, name)
        except Refusal as refusal:
            yield Explanation(f"{name} cannot be put ashore: {refusal.why}", refusal.case)
        else:
            yield Explanation(f"{name} is ready to be put ashore", "27.72")
