"""Properties are checked by the same examples on every run, however slow the machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "sandtable", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("sandtable")
