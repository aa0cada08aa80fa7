"""How fast the map is painted and moved: a synthetic board of 11,000 hexes and 800 counters in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.table.bench.chromium import launched

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOW = (1400, 900)
PACES = (("pan", 12), ("pan", 32), ("pan", 64), ("zoom", 16), ("zoom", 40))  # and pixels a hex
TRIES = 3  # the best first paint of several, as the first one also warms the browser up


def bench_rendering(origin: str) -> dict[str, float]:
    """Milliseconds to the first paint, frames a second while the map is panned and zoomed."""
    with launched() as browser:
        page = browser.new_page(viewport={"width": WINDOW[0], "height": WINDOW[1]})
        first = min(_first_paint(page, origin) for _ in range(TRIES))
        figures = {"first_paint_ms": round(first, 1)}
        for what, scale in PACES:
            measured = page.evaluate(f"bench.measure('{what}', {scale})")
            figures[f"{what}_{scale}px_fps"] = round(measured["fps"], 1)
        return figures


def _first_paint(page: Page, origin: str) -> float:
    page.goto(f"{origin}/client/bench.html")
    while not page.evaluate("!!globalThis.bench"):
        page.wait_for_timeout(20)
    return float(page.evaluate("bench.first_paint_ms"))
