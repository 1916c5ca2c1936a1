"""Messages of a table that are worded otherwise in a solo game, where the group and the private chat are one:
`<key>-solo` in the locales."""

SOLO_WORDINGS = frozenset(
    {
        *("stage-deal", "stage-night", "stage-night-goes-on", "stage-best-move", "news-only-stand-ins"),
        *("farewell-word-now", "farewell-word-later", "farewell-word-none", "farewell-word-over"),
    }
)


def solo_key(key: str) -> str:
    return f"{key}-solo" if key in SOLO_WORDINGS else key
