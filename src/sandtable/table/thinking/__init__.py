"""Where machines think: in worker processes, on what a side may know and on nothing else.

`jobs` are the messages both ways, `thinker` does one, `memory` is what a machine player remembers from one decision to
the next. `pool` (threads), `processes` and the shared queue (`shared`, `hired`) are three places for it to happen;
`child` is a worker's own program, `lookout` what a staff is asked without being asked to play.
May import: `messages`, `stores`.
"""
