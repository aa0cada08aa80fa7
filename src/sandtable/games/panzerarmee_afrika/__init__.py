"""Panzerarmee Afrika (1982 edition, revised 2025): the campaign in the western desert, April 1941 to November 1942."""
