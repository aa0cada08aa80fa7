"""The schemas of both databases: numbered steps, each from one version to the next, the first from nothing. A step that
was released is never changed again."""

from __future__ import annotations

SCHEMA = """
create table tables (
    id text primary key, game text not null, rules text not null, setup text not null, commitment text not null,
    seed integer, created text not null, touched text not null, seats text not null, summary text not null
) strict;
create table secrets (table_id text primary key references tables, secret blob not null) strict;
create table tokens (
    secret text primary key, table_id text not null references tables, sides text not null, host integer not null
) strict;
create index tokens_of_table on tokens (table_id);
create table entries (
    table_id text not null references tables, n integer not null, kind text not null, side text not null,
    action text not null, rolls text not null, at text not null, primary key (table_id, n)
) strict, without rowid;
create table chat (
    table_id text not null references tables, n integer not null, line text not null, primary key (table_id, n)
) strict, without rowid;
"""

POSITIONS = """
create table positions (
    table_id text not null references tables, entries integer not null, rules text not null, state blob not null,
    primary key (table_id, entries)
) strict;
"""

NOTES = """
alter table positions add column marks text not null default '[]';
alter table positions add column exchanged integer not null default 0;
"""

SEATED = """
alter table tables add column seated integer not null default 0;
"""

INVITED = """
alter table tables add column invited integer not null default 0;
create index tables_invited on tables (created) where invited = 1;
"""

PERSONS = """
create table persons (
    id text primary key, name text not null, skeleton text not null unique, password text not null,
    created text not null, settings text not null default '{}', email text not null default '',
    verified integer not null default 0, banned text not null default ''
);
create table sessions (
    id text primary key, secret text not null unique, person_id text not null references persons,
    created text not null, used text not null, agent text not null
);
create index sessions_of_person on sessions (person_id);
alter table tokens add column person_id text references persons;
create index tokens_of_person on tokens (person_id);
"""

PACE = """
alter table tables add column pace text not null default 'null';
alter table tables add column clock text not null default 'null';
alter table tables add column due integer;
create index tables_due on tables (due) where due is not null;
"""

NEIGHBOURS = """
create table letters (
    secret text primary key, person_id text not null references persons, purpose text not null, email text not null,
    until text not null
);
create table blocks (
    person_id text not null references persons, blocked_id text not null references persons, created text not null,
    primary key (person_id, blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);
create table reports (
    id text primary key, person_id text references persons, about_id text references persons, table_id text not null,
    text text not null, created text not null, settled integer not null default 0
);
create table notices (id text primary key, text text not null, created text not null, until text not null);
alter table tables add column closed text not null default '';
alter table tables add column manners text not null default '{}';
alter table tokens add column desks text not null default '[]';
"""

ACCORD = """
alter table tables add column accord text not null default '{}';
"""

ALERTS = """
create table alerts (
    person_id text not null, table_id text not null, noted integer not null, due integer not null,
    primary key (person_id, table_id)
);
create index alerts_due on alerts (due);
create table house_secrets (name text primary key, value text not null);
create table results (
    table_id text not null, side text not null, game text not null, scenario text not null, player text not null,
    name text not null, score real not null, rated integer not null, ended text not null, primary key (table_id, side)
);
create index results_of_player on results (player);
create table ratings (
    player text not null, game text not null, rating real not null, deviation real not null, volatility real not null,
    games integer not null, primary key (player, game)
);
create table tournaments (
    id text primary key, created text not null, plan text not null, version integer not null
);
"""

RETRIES = """
alter table alerts add column tries integer not null default 0;
alter table tournaments add column over integer not null default 0;
"""

COMRADES = """
alter table tokens add column comrade integer not null default 0;
"""

SQLITE = (SCHEMA, POSITIONS, NOTES, SEATED, INVITED, PERSONS, PACE, NEIGHBOURS, ACCORD, ALERTS, RETRIES, COMRADES)

POSTGRES_SCHEMA = """
create table tables (
    id text primary key, game text not null, rules text not null, setup text not null, commitment text not null,
    seed bigint, created text not null, touched text not null, seats text not null, summary text not null,
    seated bigint not null default 0, made bigint generated always as identity
);
create index tables_by_use on tables (touched);
create table secrets (table_id text primary key references tables, secret bytea not null);
create table tokens (
    secret text primary key, table_id text not null references tables, sides text not null, host integer not null
);
create index tokens_of_table on tokens (table_id);
create table entries (
    table_id text not null references tables, n bigint not null, kind text not null, side text not null,
    action text not null, rolls text not null, at text not null, primary key (table_id, n)
);
create table chat (
    table_id text not null references tables, n bigint not null, line text not null, primary key (table_id, n)
);
create table positions (
    table_id text not null references tables, entries bigint not null, rules text not null, state bytea not null,
    marks text not null default '[]', exchanged bigint not null default 0, primary key (table_id, entries)
);
create table leases (
    table_id text primary key references tables on delete cascade, holder text not null, until timestamptz not null
);
"""

THINKING = """
create table jobs (
    n bigint generated always as identity primary key, id text not null unique, asker text not null,
    game text not null, rules text not null, job bytea not null, worker text not null default '',
    tries integer not null default 0, until timestamptz, reply bytea, made timestamptz not null default now()
);
create index jobs_to_do on jobs (n) where reply is null;
create index jobs_of_asker on jobs (asker);
"""

LARGE = {"noted integer": "noted bigint", "due integer": "due bigint", " real ": " double precision "}


def _large(step: str) -> str:
    """With the names that PostgreSQL has for large numbers."""
    for small, large in LARGE.items():
        step = step.replace(small, large)
    return step


POSTGRES = (
    POSTGRES_SCHEMA, INVITED, PERSONS, _large(PACE), NEIGHBOURS, ACCORD, THINKING, _large(ALERTS), RETRIES, COMRADES,
)  # fmt: skip
