"""Compiled modules in place of their source: a module that `sandtable compile` has made runs as long as its source is,
to the byte, the one that was compiled; otherwise the source runs.

A compiled file carries the hash of its source in its name. It stands beside what Python itself compiles, or in the
folder that the environment variable `SANDTABLE_COMPILED` names; where that is empty nothing compiled runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location, spec_from_loader
from pathlib import Path
from types import ModuleType

VARIABLE = "SANDTABLE_COMPILED"
HOUSE = Path(__file__).parent
WAY = b"Cython, as it is, -O2"  # how modules are compiled: what was compiled in another way is out of date


def folder() -> Path | None:
    """Where compiled modules are looked for, if they are."""
    named = os.environ.get(VARIABLE)
    if named is None:
        return HOUSE / "__pycache__" / "compiled"
    return Path(named) if named else None


def source_of(name: str) -> Path:
    """Of a module by its full name."""
    return HOUSE.joinpath(*name.split(".")[1:]).with_suffix(".py")


def file_for(place: Path, name: str, source: bytes) -> Path:
    """Where a module with just this source is kept when it is compiled, for this Python on this kind of machine."""
    return place / f"{name}-{blake2b(source, digest_size=12, key=WAY).hexdigest()}{EXTENSION_SUFFIXES[0]}"


def is_fresh(file: Path) -> bool:
    """Whether a compiled file is what the source of its module comes to today."""
    name = file.name.partition("-")[0]
    source = source_of(name)
    return source.is_file() and file == file_for(file.parent, name, source.read_bytes())


class Loader(SourceFileLoader):
    """Whoever asks the module for its source or for the files beside it is answered as if the source ran."""

    def __init__(self, name: str, path: str, file: Path) -> None:
        super().__init__(name, path)
        self._compiled = ExtensionFileLoader(name, str(file))

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        inner = spec_from_loader(spec.name, self._compiled, origin=self._compiled.path)
        assert inner is not None
        module = self._compiled.create_module(inner)
        module.__file__, module.__loader__ = self.path, self
        return module

    def exec_module(self, module: ModuleType) -> None:
        self._compiled.exec_module(module)


class Finder(MetaPathFinder):
    """Finds the compiled form of modules whose source has not changed."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._names = frozenset(file.name.partition("-")[0] for file in place.iterdir())

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname in self._names else None
        if spec is None or spec.origin is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        file = file_for(self._place, fullname, Path(spec.origin).read_bytes())
        if not file.exists():
            return None
        return spec_from_file_location(fullname, spec.origin, loader=Loader(fullname, spec.origin, file))


def look_first() -> None:
    """From now on modules run compiled where they can."""
    place = folder()
    if place is not None and place.is_dir():
        sys.meta_path.insert(0, Finder(place))


def running() -> int:
    """How many of the modules that are loaded run compiled."""
    return sum(isinstance(getattr(module, "__loader__", None), Loader) for module in [*sys.modules.values()])


def told() -> str:
    """What of the house is compiled, for people."""
    place = folder()
    files = [*place.glob(f"*{EXTENSION_SUFFIXES[0]}")] if place is not None and place.is_dir() else []
    fresh = sum(is_fresh(file) for file in files)
    if not files:
        return "pure Python"
    late = f", {len(files) - fresh} out of date and not used" if fresh < len(files) else ""
    return f"modules compiled: {fresh}{late}"
