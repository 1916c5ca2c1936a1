"""How seldom the program looks for garbage: while it looks, nobody's tap is answered."""

import gc

YOUNG, MIDDLE, OLD = 10_000, 20, 20
"""So many new things before the youngest are looked through, and so often each time before those older are."""


def settle() -> None:
    """Everything is loaded: what is here now stays, and need not be looked through again and again.

    Half a million things come with the libraries and the words. To look at all of them takes a fifth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
