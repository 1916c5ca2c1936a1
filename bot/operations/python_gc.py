"""Makes garbage collection rare: taps are not answered while it runs."""

import gc

YOUNG, MIDDLE, OLD = 10_000, 20, 20
"""Thresholds of the three generations."""


def settle() -> None:
    """Excludes the objects that exist now from garbage collection; called when everything is loaded. Libraries and
    locales make half a million objects; examining all of them takes a fifth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
