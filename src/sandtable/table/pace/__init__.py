"""Playing against time: what was agreed, the clocks, and the sweep that looks for fallen flags."""
