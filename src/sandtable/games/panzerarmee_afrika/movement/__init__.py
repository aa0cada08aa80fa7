"""The movement phase, chapter 11: over land, by sea and rail, hauling installations, capturing them, overruns.

`reach` finds where units may go, `phase` is what the phasing player may do, `offers` what the screen lets him click.
May import: `pieces`, `supply`, `factors`.
"""
