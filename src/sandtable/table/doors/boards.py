"""A board as JSON: everything a client needs to draw a map, and where each part of it is known from."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.core.board import Board, Doubt, Place, Site, is_reconstructed
from sandtable.core.title import Screen


def board_json(game: str, board: Board, screen: Screen[Any]) -> bytes:
    return msgspec.json.encode(
        {
            "game": game,
            "layout": board.layout.value,
            "miles_per_hex": board.miles_per_hex,
            **_hexes(board),
            "hexsides": _hexsides(board),
            "roads": _roads(board),
            "through": [
                {"hex": board.name(hex), "pairs": [_names(board, pair) for pair in pairs]}
                for hex, pairs in sorted(board.through.items())
            ],
            "places": [_place(board, place) for place in board.places],
            "sites": [_site(board, site) for site in board.sites],
            "areas": [
                {
                    "kind": area.kind,
                    "name": area.name,
                    "side": area.side,
                    "hexes": _names(board, area.hexes),
                    "source": area.source,
                }
                for area in board.areas
            ],
            "labels": [
                {"text": label.text, "kind": label.kind, "hexes": _names(board, label.hexes), "source": label.source}
                for label in board.labels
            ],
            "boxes": board.boxes,
            "beyond": dict(board.beyond),
            "doubts": [_doubt(board, doubt) for doubt in board.doubts],
            "coast": board.coast,
            "called": screen.called(),
            "sides": screen.nouns,  # as in a sentence
            "fit": {"x": board.fit.x, "y": board.fit.y} if board.fit else None,
        }
    )


def _hexes(board: Board) -> dict[str, Any]:
    """In columns: a fifth of the size of one object a hex."""
    terrains, sources = _index(board.terrain), _index(board.sources)
    return {
        "terrains": list(terrains),
        "sources": list(sources),
        "hexes": {
            "names": board.names,
            "axial": board.axial,
            "centre": [(round(x, 4), round(y, 4)) for x, y in board.centre],
            "terrain": [terrains[terrain] for terrain in board.terrain],
            "playable": board.playable,
            "reconstructed": [board.reconstructed(hex) for hex in range(len(board))],
            "source": [sources[source] for source in board.sources],
            "confidence": board.confidences,
        },
    }


def _index(words: tuple[str, ...]) -> dict[str, int]:
    return {word: number for number, word in enumerate(sorted(set(words)))}


def _names(board: Board, hexes: tuple[int, ...]) -> list[str]:
    return [board.name(hex) for hex in hexes]


def _hexsides(board: Board) -> list[dict[str, Any]]:
    """Each hexside once, from its lower hex."""
    pairs = {(min(pair), max(pair)) for pair in (*board.hexsides, *board.prohibited_hexsides)}
    found = []
    for a, b in sorted(pairs):
        source = board.hexside_sources.get((a, b)) or board.hexside_sources.get((b, a), "")
        found.append(
            {
                "hexes": _names(board, (a, b)),
                "direction": board.direction(a, b),
                "forth": sorted(board.features(a, b)),
                "back": sorted(board.features(b, a)),
                "prohibited": board.prohibited(a, b),
                "source": source,
                "reconstructed": is_reconstructed(source),
            }
        )
    return found


def _roads(board: Board) -> list[dict[str, Any]]:
    return [
        {
            "id": road.id,
            "kind": road.kind,
            "name": road.name,
            "hexes": _names(board, road.hexes),
            "sources": road.sources,
            "reconstructed": [is_reconstructed(source) for source in road.sources],
        }
        for road in board.roads
    ]


def _place(board: Board, place: Place) -> dict[str, Any]:
    return {
        "name": place.name, "hex": board.name(place.hex), "confidence": place.confidence, "source": place.source,
        "reconstructed": is_reconstructed(place.source), "note": place.note, "kind": place.kind,
    }  # fmt: skip


def _site(board: Board, site: Site) -> dict[str, Any]:
    return {
        "hex": board.name(site.hex), "kind": site.kind, "name": site.name, "side": site.side, "port": site.port,
        "source": site.source, "reconstructed": is_reconstructed(site.source),
    }  # fmt: skip


def _doubt(board: Board, doubt: Doubt) -> dict[str, Any]:
    return {
        "hexes": _names(board, doubt.hexes), "hexsides": [_names(board, pair) for pair in doubt.hexsides],
        "taken": doubt.taken, "instead": doubt.instead, "note": doubt.note, "source": doubt.source,
    }  # fmt: skip
