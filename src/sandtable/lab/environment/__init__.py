"""Games as environments for programs that learn. `menu` makes a fixed space of choices out of what is legal, `seeing`
makes arrays of what a side may see, `session` is one game between them; `several` is the environment of PettingZoo for
all sides, `single` that of Gymnasium for one side against a machine.
"""
