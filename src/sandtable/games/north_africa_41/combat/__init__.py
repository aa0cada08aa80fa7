"""Combat, chapters 8, 9, 11, 14 and 15: attacks, odds, support, Determined Defence, advance, Breakthrough.

`phase` is the Combat Phase, `resolution` one combat, `strength` and `ledger` its odds; `forecasts` and
`defence_chances` say what to expect, `panels` shows the combat that is being fought.
May import: `pieces`, `sea`, `ground`, `lines`, `results`, `resources`.
"""
