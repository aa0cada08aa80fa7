"""The games of an experiment on a Ray cluster: the same games, wherever they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.lab.experiments.parquet import NoLab
from sandtable.lab.experiments.playing import play
from sandtable.lab.experiments.running import Players, Task

AHEAD = 4  # games for each processor of the cluster that are handed out at once


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise NoLab("a Ray cluster needs ray: pip install 'sandtable[ray]'") from None
    return ray


def on_cluster(address: str) -> Players:
    """At this address, or on a new one of this machine alone when it is empty. Raises `NoLab`."""
    ray = _ray()

    def players(tasks: Sequence[Task]) -> Iterator[bytes]:
        ours = not ray.is_initialized()
        if ours:
            ray.init(address=address or None, log_to_driver=False, logging_level="error", include_dashboard=False)
        try:
            yield from _spread(ray, tasks)
        finally:
            if ours:
                ray.shutdown()

    return players


def _spread(ray: Any, tasks: Sequence[Task]) -> Iterator[bytes]:
    remote = ray.remote(max_retries=3)(play)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    rest, under_way = iter(tasks), list[Any]()
    for task in rest:
        under_way.append(remote.remote(task))
        if len(under_way) >= most:
            done, under_way = ray.wait(under_way)
            yield from ray.get(done)
    while under_way:
        done, under_way = ray.wait(under_way)
        yield from ray.get(done)
