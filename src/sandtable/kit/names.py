"""What players call the counters, who do not know the names that orders use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

NUMBER = "#"  # stands for the number of a piece in a series: `axis-truck-#` is called `Axis Truck #`


def first_clauses(titles: Mapping[str, str]) -> dict[str, str]:
    """The first clause of each long name, as far as only one piece is called so."""
    short = {name: title.partition(",")[0].partition(" (")[0] for name, title in titles.items()}
    bearers = Counter(short.values())
    return {name: short[name] if bearers[short[name]] == 1 else titles[name] for name in titles}
