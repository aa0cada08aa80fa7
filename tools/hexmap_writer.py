"""A map file as text, laid out to be read: rows as pictures, short entries on one line, long lists folded."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping

import msgspec

from sandtable.core.map_file import MapFile

WIDTH = 116
INLINE = {"anchors", "checks", "except_for"}  # lists of small tables
COMMENTS = {
    "fit": "Longitude and latitude (degrees) to x and y of the board (hex widths, east and south positive).",
}


def map_text(file: MapFile, head: Iterable[str]) -> str:
    """The file in the order of its fields; what is empty or as by default is left out."""
    content = msgspec.to_builtins(file)
    parts = ["".join(f"# {line}".rstrip() + "\n" for line in head)]
    if file.boxes:
        parts.append(entry("boxes", content["boxes"]))
    rows = "".join(f"    {inline(row)},\n" for row in content["rows"])
    parts.append(f"# One symbol a hex, north at the top.\nrows = [\n{rows}]\n")
    for name, value in content.items():
        if name in ("boxes", "rows"):
            continue
        comment = f"# {COMMENTS[name]}\n" if name in COMMENTS else ""
        if isinstance(value, Mapping):
            parts.append(comment + table(f"[{name}]", value, DEFAULTS.get(name, {})))
        elif value:
            parts += (table(f"[[{name}]]", each, DEFAULTS.get(name, {})) for each in value)
    return "\n".join(parts)


def _defaults() -> dict[str, dict[str, object]]:
    """For each list of entries, the values that need not be written."""
    found: dict[str, dict[str, object]] = {}
    for field in msgspec.structs.fields(MapFile):
        for part in getattr(field.type, "__args__", (field.type,)):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                found[field.name] = {
                    each.name: msgspec.to_builtins(each.default)
                    for each in msgspec.structs.fields(part)
                    if each.default is not msgspec.NODEFAULT
                }
    return found


DEFAULTS = _defaults()


def table(head: str, values: Mapping[str, object], defaults: Mapping[str, object]) -> str:
    plain, tables = [], []
    for name, value in values.items():
        if value is None or (name in defaults and plainly(value) == plainly(defaults[name])):
            continue
        if isinstance(value, Mapping):
            tables.append("\n" + table(f"{head[:-1]}.{name}]", value, {}))
        else:
            plain.append(entry(name, value))
    return "".join((f"{head}\n", *plain, *tables))


def plainly(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def entry(name: str, value: object) -> str:
    line = f"{name} = {inline(value)}"
    if not isinstance(value, (list, tuple)) or len(line) <= WIDTH:
        return f"{line}\n"
    if name in INLINE:
        return f"{name} = [\n" + "".join(f"    {inline(each)},\n" for each in value) + "]\n"
    # Folding is done on texts whose spaces are marked where no line may break.
    words = " ".join(f"{inline(each)},".replace(" ", "\0") for each in value)
    folded = textwrap.fill(words, WIDTH - 4, break_long_words=False, break_on_hyphens=False).replace("\0", " ")
    return f"{name} = [\n{textwrap.indent(folded, '    ')}\n]\n"


def inline(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(inline(each) for each in value)}]"
    if isinstance(value, Mapping):
        pairs = (f"{name} = {inline(each)}" for name, each in value.items() if each not in (None, ""))
        return f"{{ {', '.join(pairs)} }}"
    raise TypeError(f"cannot write {value!r}")
