"""All that a house has for its people, together."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.table.people.accounts import Accounts
from sandtable.table.people.belongings import Belongings
from sandtable.table.people.letters import Letters
from sandtable.table.people.mail import MailServer, Post
from sandtable.table.people.neighbours import Neighbours
from sandtable.table.people.store import PersonStore
from sandtable.table.people.visits import Visits
from sandtable.table.people.watch import Watch
from sandtable.table.stores.sql import SqlStore


class People:
    """`public` is the address of the house; `machines` are names that no person may have; without a mail server nobody
    gets letters."""

    def __init__(
        self, store: SqlStore, public: str, machines: Iterable[str] = (), mail: MailServer | None = None
    ) -> None:
        self.public = public
        self.store = PersonStore(store.database)
        self.accounts = Accounts(self.store, machines)
        self.letters = Letters(self.accounts, public)
        self.neighbours = Neighbours(self.store)
        self.belongings = Belongings(self.store, store)
        self.visits = Visits(self.neighbours)
        self.watch = Watch(self.neighbours, store.database)
        self.post = Post(mail) if mail else None
