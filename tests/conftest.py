"""Properties are checked by the same examples on every run, however slow the machine. Tests are of the source, whatever
of it has been compiled."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "sandtable", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("sandtable")

os.environ["SANDTABLE_COMPILED"] = ""  # before anything of the house is imported
