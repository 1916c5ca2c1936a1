"""Messages that have a wording of their own in one rule document: `<key>-<rule set>` in the locales.

S1 has remarks instead of fouls, and greets the town after a miss; in S3 the judge stops the game (1.4).
"""

from collections.abc import Mapping

RULESET_WORDINGS: Mapping[str, frozenset[str]] = {
    "city": frozenset(
        {
            *("news-miss", "news-foul", "news-pardon", "news-warned", "table-fouls", "stage-speech-silent"),
            *("panel-why-foul", "panel-why-warn", "panel-undo-none", "panel-act-foul", "panel-act-pardon"),
            *("button-panel-foul", "button-panel-pardon", "option-offences-foul"),
            *("protocol-label-fouls", "protocol-label-remarks", "protocol-remark-foul", "protocol-remark-pardon"),
        }
    ),
    "fiim-2025": frozenset({"winner-red", "winner-black"}),
}


def ruleset_key(ruleset: str, key: str) -> str:
    """Returns the key of the wording for these rules; house rules use that of their base."""
    base = ruleset.partition("+")[0]
    return f"{key}-{base}" if key in RULESET_WORDINGS.get(base, ()) else key
