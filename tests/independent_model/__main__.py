"""`python -m tests.independent_model fiim 17` plays one game again and tells it; `fiim 1-1000` plays many."""

import sys

from tests.independent_model.duel import Difference
from tests.independent_model.running import duel_of, play


def main(words: list[str]) -> int:
    ruleset, (first, _, last) = words[0], words[1].partition("-")
    if last:
        played = play(ruleset, range(int(first), int(last) + 1))
        print(
            *(f"{count:8}  {what}" for what, count in sorted(played.tally.items())), *played.differences, sep="\n"
        )
        return 1 if played.differences else 0
    duel = duel_of(ruleset, int(first))
    try:
        duel.play()
    except Difference as difference:
        print(*duel.told, difference, sep="\n")
        return 1
    print(*duel.told, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
