"""What rules work out of a state is kept on it under a name: two modules that use one name would read each other's."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import sandtable.games.campaign_for_north_africa as package

NAMED = re.compile(r"""(?:key = \(?|derived(?:\.get)?[\[(]\(?|" in state\.derived\b.*?)"([a-z][a-z ]+)\"""")


def test_no_two_modules_keep_something_under_one_name() -> None:
    users: defaultdict[str, set[str]] = defaultdict(set)
    for path in Path(package.__file__).parent.rglob("*.py"):
        text = path.read_text()
        if "derived" in text:
            for name in NAMED.findall(text):
                users[name].add(path.name)
    assert len(users) > 40
    assert {name: who for name, who in users.items() if len(who) > 1} == {}
