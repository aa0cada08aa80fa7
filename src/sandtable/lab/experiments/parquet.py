"""The tables of an experiment as Parquet files, which DuckDB, pandas and polars open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sandtable.lab.experiments.columns import TABLES
from sandtable.lab.experiments.design import BadExperiment
from sandtable.lab.experiments.noting import Row
from sandtable.lab.experiments.playing import Finished

BATCH = 500  # games in a row group


class NoLab(ImportError):
    """The packages of the lab are not installed; one line for the user."""


def arrow() -> tuple[Any, Any]:
    """pyarrow and its Parquet module. Raises `NoLab`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoLab("experiments write Parquet, and that needs pyarrow: pip install 'sandtable[lab]'") from None
    return pyarrow, pyarrow.parquet


def write(folder: Path, games: Iterable[Finished]) -> None:
    """Every table, in the order of the games; the same games make the same files."""
    pa, parquet = arrow()
    kinds = {"int": pa.int64(), "number": pa.float64(), "text": pa.string()}
    schemas = {
        name: pa.schema([(column.name, kinds[column.kind]) for column in columns]) for name, columns in TABLES.items()
    }
    scratch = {name: folder / f"{name}.parquet.part" for name in TABLES}
    writers = {name: parquet.ParquetWriter(scratch[name], schemas[name], compression="zstd") for name in TABLES}
    try:
        for batch in _batches(games):
            for name, schema in schemas.items():
                rows = [row for game in batch for row in game.tables.get(name, ())]
                writers[name].write_table(_table(pa, rows, schema))
    finally:
        for writer in writers.values():
            writer.close()
    for name, path in scratch.items():
        path.replace(folder / f"{name}.parquet")


def _batches(games: Iterable[Finished]) -> Iterator[list[Finished]]:
    rest = iter(games)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _table(pa: Any, rows: list[Row], schema: Any) -> Any:
    columns = zip(*rows, strict=True) if rows else ((),) * len(schema)
    return pa.table([pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)], schema=schema)


def read(folder: Path, table: str) -> Any:
    """A table as pyarrow has it. Raises `NoLab` and `BadExperiment`."""
    pa, parquet = arrow()
    path = folder / f"{table}.parquet"
    try:
        return parquet.read_table(path)
    except (OSError, pa.ArrowInvalid) as error:
        why = " ".join(str(error).split())[:120]
        raise BadExperiment(f"{path} cannot be read ({why}); 'lab run' writes it again from finished games") from None


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """A table by its rows."""
    found: list[dict[str, Any]] = read(folder, table).to_pylist()
    return found
