"""Types of ours are read by many threads at once, from their very first reading."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from sandtable.core.typed import from_json, from_plain, from_toml

# In a process of its own, for what it guards against ends the process.
FIRST_READINGS = """
import sys
from threading import Barrier, Thread

import msgspec

from sandtable.core.typed import from_json

READERS, ROUNDS = 4, 60
sys.setswitchinterval(1e-6)

def read(shape, together):
    together.wait()
    assert from_json(b'{"f0": {"f0": 1}}', shape).f0.f0 == 1

for number in range(ROUNDS):
    fields = [(f"f{n}", int, n) for n in range(80)]
    inner = msgspec.defstruct(f"Inner{number}", fields)
    outer = msgspec.defstruct(f"Outer{number}", [("f0", inner)] + [(f"f{n}", int, n) for n in range(1, 80)])
    together = Barrier(READERS)
    threads = [Thread(target=read, args=(outer, together)) for _ in range(READERS)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_threads_that_read_a_type_for_the_first_time_together_all_get_it() -> None:
    ended = subprocess.run([sys.executable, "-c", FIRST_READINGS], capture_output=True, text=True, timeout=600)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_three_ways_in_give_the_same_value_and_refuse_another_type() -> None:
    assert from_json(b'{"a": 1}', dict[str, int]) == from_toml("a = 1", dict[str, int]) == {"a": 1}
    assert from_plain({"a": 1}, dict[str, int]) == {"a": 1}
    with pytest.raises(msgspec.ValidationError):
        from_json(b'{"a": "x"}', dict[str, int])
    with pytest.raises(msgspec.ValidationError):
        from_toml("a = 'x'", dict[str, int])
    with pytest.raises(msgspec.ValidationError):
        from_plain({"a": "x"}, dict[str, int])
