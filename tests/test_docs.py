"""Documents that can be checked are checked."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

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
