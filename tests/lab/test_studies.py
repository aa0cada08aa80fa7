"""The studies: each is an experiment that can be played again, and its report is of what the experiment says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.bots.roster import Roster
from sandtable.lab.experiments import design

FOLDER = Path(__file__).parents[2] / "docs" / "studies"
STUDIES = sorted(FOLDER.glob("*.toml"))


def test_there_are_studies_and_the_page_names_them_all() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(([\w-]+)\.toml\)", page)) == {study.stem for study in STUDIES}
    assert set(re.findall(r"\]\(([\w-]+)/report\.md\)", page)) == {study.stem for study in STUDIES}


@pytest.mark.parametrize("study", STUDIES, ids=lambda path: path.stem)
def test_a_report_is_of_the_experiment_beside_it(study: Path) -> None:
    experiment = design.read(study.read_text(encoding="utf-8"), study.name)
    planned = design.bouts(experiment, Roster())
    report = (FOLDER / study.stem / "report.md").read_text(encoding="utf-8")
    assert report.startswith(f"# {experiment.name}\n\n{experiment.text}\n")
    assert f"\n{len(planned)} games, seed {experiment.seed};" in report
    named = re.findall(r"\]\((plots/[^)]+)\)", report)
    assert named and all((FOLDER / study.stem / name).exists() for name in named)
