"""A clock that stands still until a test moves it."""


class ManualClock:
    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time
