"""Measuring: a table in a real browser, a house under load, a whole war.

Each starts a server of its own (`process`) and reports plain figures.
May import: every room before it.
"""
