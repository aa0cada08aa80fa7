"""Documents that can be checked are checked."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import msgspec
import pytest

from sandtable.core import cases, map_file, title

ROOT = Path(__file__).parent.parent
DOCS = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_files_a_document_names_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = re.findall(r"`((?:src|tests|docs)/[\w./-]+)`", text) + re.findall(r"\]\(((?!https?:|#)[^)#]+)\)", text)
    missing = [name for name in named if not (ROOT / name).exists() and not (document.parent / name).exists()]
    assert not missing


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_python_names_a_document_uses_exist(document: Path) -> None:
    for dotted in re.findall(r"`(sandtable(?:\.\w+)+)`", document.read_text(encoding="utf-8")):
        module, _, name = dotted.rpartition(".")
        try:
            importlib.import_module(dotted)
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(module), name), dotted


DATA_FILES = (ROOT / "docs" / "data-files.md").read_text(encoding="utf-8")
SHAPES: dict[str, type] = {
    each.__name__: each
    for each in (
        *(kind for name, kind in vars(map_file).items() if name.endswith("Entry") and name[0] != "_"),
        map_file.DefaultSource,
        map_file.MapFile,
        cases.Case,
        cases.Ruling,
        title.Guide,
        title.Card,
        title.ScenarioCard,
        title.GuideStep,
    )
    if each is not map_file.HexsideSourceEntry  # a hexside with its source: it has no page of its own
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_page_on_data_files_has_every_key_and_no_other(name: str) -> None:
    section = re.search(rf"^### {name}$(.*?)(?=^##|\Z)", DATA_FILES, re.MULTILINE | re.DOTALL)
    assert section, f"docs/data-files.md has no heading {name}"
    told = re.findall(r"^\| `(\w+)` \|", section.group(1), re.MULTILINE)
    assert told == [field.name for field in msgspec.structs.fields(SHAPES[name])]


def test_the_picture_of_the_house_has_every_package_and_every_module_of_the_core() -> None:
    picture = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")[1]
    package = ROOT / "src" / "sandtable"
    packages = {path.parent.name for path in package.glob("*/*.py")} | {"client"}
    assert {name for name in packages if f"{name}/" not in picture} == set()
    core = picture.partition("core/")[2].partition("▲")[0]
    modules = {path.stem for path in (package / "core").glob("*.py")} - {"__init__"}
    assert {name for name in modules if not re.search(rf"\b{name}\b", core, re.IGNORECASE)} == {"title"}, "said above"
