"""What an experiment found out: `figures` reads its tables, `statistics` weighs them, `history` knows where the armies
stood, `plots` and `heat` draw, `telling` writes Markdown and `page` a page that needs nothing beside it.
"""
