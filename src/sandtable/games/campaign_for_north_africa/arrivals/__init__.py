"""Chapters 20, 60 and 61: who comes, who goes, and who has won.

`schedules` are the charts, `deployment` the set-up, `reinforcements`, `releases` and `mandatory_withdrawals` the
phases, `victory` and `supply_lines` the end of a scenario.
May import: every room from `rommel` to `fleet`.
"""
