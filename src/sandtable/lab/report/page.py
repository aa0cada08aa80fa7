"""A report as one page that needs nothing beside it, and as Markdown with its plots."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path

from sandtable.drawing.colours import PAPER
from sandtable.drawing.svg import SANS, SERIF
from sandtable.lab.report.figures import Figures, TitleFigures, figures
from sandtable.lab.report.heat import maps
from sandtable.lab.report.plots import drawn
from sandtable.lab.report.telling import CAPTIONS, Table, markdown, summary, tables

WIDTH = 980


def write_report(folder: Path, with_maps: bool = True) -> tuple[Path, Path]:
    """`report.html` and `report.md` in the folder of an experiment, plots of the latter beside it. Raises
    `BadExperiment` and `NoLab`."""
    found = figures(folder)
    plots = {title.key: drawn(title) for title in found.titles}
    page, text = folder / "report.html", folder / "report.md"
    named: dict[str, Sequence[str]] = {
        key: [f"plots/{key}-{name}.svg" for name in pictures] for key, pictures in plots.items()
    }
    (folder / "plots").mkdir(exist_ok=True)
    for key, pictures in plots.items():
        for name, picture in pictures.items():
            (folder / "plots" / f"{key}-{name}.svg").write_text(picture, encoding="utf-8")
    text.write_text(markdown(found, named), encoding="utf-8")
    page.write_text(html(found, plots, with_maps), encoding="utf-8")
    return page, text


def html(found: Figures, plots: dict[str, dict[str, str]], with_maps: bool) -> str:
    titles = "".join(_title(title, plots[title.key], with_maps) for title in found.titles)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(found.name)}</title><style>{_style()}</style></head><body><main><h1>{escape(found.name)}</h1>"
        f"<p>{escape(found.text)}</p><p class='quiet'>{escape(summary(found))}</p>{titles}</main></body></html>\n"
    )


def _title(found: TitleFigures, plots: dict[str, str], with_maps: bool) -> str:
    pictures = "".join(_figure(svg, CAPTIONS[name]) for name, svg in plots.items())
    grounds = maps(found) if with_maps else {}
    heat = "".join(_figure(svg, f"{name}, all games together: the redder, the more.") for name, svg in grounds.items())
    told = "".join(map(_table, tables(found)))
    return f"<h2>{escape(found.name)}</h2>{pictures}{heat}{told}"


def _figure(svg: str, caption: str) -> str:
    """As a picture of its own, so that the names inside it clash with no other's."""
    data = b64encode(svg.encode()).decode()
    told = escape(caption)
    return f'<figure><img alt="{told}" src="data:image/svg+xml;base64,{data}"><figcaption>{told}</figcaption></figure>'


def _table(table: Table) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
    return (
        f"<h3>{escape(table.title)}</h3><p class='quiet'>{escape(table.text)}</p>"
        f"<div class='wide'><table><tr>{heads}</tr>{rows}</table></div>"
    )


def _style() -> str:
    theme = PAPER
    return (
        f"body{{background:{theme.page};color:{theme.ink};font:16px/1.5 {SERIF};margin:0}}"
        f"main{{max-width:{WIDTH}px;margin:2em auto;padding:1.5em 2em;background:{theme.panel}}}"
        f"h1,h2,h3{{font-weight:600}}h2{{margin-top:1.6em;border-bottom:2px solid {theme.grid}}}"
        f".quiet,figcaption{{color:{theme.quiet_ink};font-size:.9em}}"
        "figure{margin:1.2em 0}img{width:100%;height:auto}"
        f"table{{border-collapse:collapse;font:14px {SANS};width:100%}}.wide{{overflow-x:auto}}"
        f"td,th{{text-align:left;padding:.25em .6em;border-bottom:1px solid {theme.grid}44;vertical-align:top}}"
        "th{font-weight:600}@media(max-width:600px){main{margin:0;padding:1em}}"
    )
