"""One server for one folder: a lock that ends with its process, and the address for whoever comes second."""

from __future__ import annotations

from pathlib import Path

from sandtable.lock import lock


class Taken(Exception):
    """Another server has the folder."""


class Folder:
    """The folder is ours from here to `leave`. Raises `Taken`."""

    def __init__(self, folder: Path) -> None:
        self._address = folder / "table.address"
        self._lock = (folder / "table.lock").open("a+b")
        try:
            lock(self._lock)
        except OSError:
            self._lock.close()
            raise Taken from None
        self._address.unlink(missing_ok=True)

    def tell(self, origin: str) -> None:
        """Where we are found, all at once."""
        scratch = self._address.with_suffix(".part")
        scratch.write_text(origin, encoding="utf-8")
        scratch.replace(self._address)

    def leave(self) -> None:
        self._address.unlink(missing_ok=True)
        self._lock.close()


def address_in(folder: Path) -> str:
    """Where the server that has the folder is found, or nothing while it is starting."""
    try:
        return (folder / "table.address").read_text(encoding="utf-8").strip()
    except OSError:
        return ""
