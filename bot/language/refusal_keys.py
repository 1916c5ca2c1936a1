"""Message keys that are refusals; refused taps and commands are counted by the key of the answer."""

PREFIXES = (
    *("reason-", "lobby-no-", "seat-no-", "tap-no-", "cup-no-", "protest-no-", "judge-no-", "bonus-no-"),
    *("settings-no-", "nomination-", "withdrawal-", "plan-no-"),
)
SINGLE = frozenset(
    {
        *("tap-old", "tap-not-seated", "tap-not-stored", "telegram-away", "lobby-unreachable"),
        *("again-not-yours", "again-too-late", "seat-elsewhere-here", "leave-nowhere", "course-not-yours"),
        *(
            "chair-admin-names",
            "chair-in-person",
            "chair-not-yours",
            "chair-start-first",
            "chair-kept-away",
            "side-judge-by-judge",
        ),
        *("judge-not-you", "judge-only", "judge-outdated"),
        *("settings-admins-only", "settings-door-shut", "settings-left", "settings-outdated"),
        *(
            "table-is-there",
            "table-is-here",
            "table-so-often",
            "no-table",
            "no-game",
            "no-such-player",
            "role-none",
            "draining",
        ),
        *("admins-only", "only-in-groups", "only-in-private", "start-first", "join-group-first"),
        *("join-unasked", "seat-elsewhere-solo", "solo-elsewhere", "solo-off", "solo-running", "solo-so-often"),
        *("reply-needed", "unknown-command", "access-write-bad", "access-topic-bad"),
        *("phrase-edited", "phrase-forwarded", "pass-almost", "owner-block-how"),
    }
)


def is_refusal(key: str) -> bool:
    return key in SINGLE or key.startswith(PREFIXES)
