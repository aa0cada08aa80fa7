"""The Supply Phase and attrition, chapters 16 and 25: who is in supply, who starves, who pays where the dice fall.

`questions` answers what a player asks about supply.
May import: every room from `pieces` to `movement`.
"""
