"""Playing against time: what was agreed and the clocks, and the answers that players leave so that nobody waits.

`clock` is plain arithmetic on frozen values, `moment` the one place that asks what time it is, `settling` the standing
answers. Who keeps an open table's time is in `live`, who looks for fallen flags in `house`.
May import: core.
"""
