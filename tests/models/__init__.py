"""The hot rules of each game a second time, read from the book alone: slow, plain, and without a line of the engine.

A model knows the map and the counters and nothing else of a game. Random positions hold it against the engine: a
handful in the plain tier, many in the long one.
"""
