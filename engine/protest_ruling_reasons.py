"""For what reasons a chief judge may change the result of a game, or have it played again (S0 8.7, S3 9).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping

from engine.penalty_clauses import Clause, numbered

RulingReasons = Mapping[str, tuple[Clause, ...]]
"""By what becomes of the game."""

AS_PROTESTED = "as-protested"
UNLISTED = (Clause(AS_PROTESTED), Clause("judge-error"), Clause("force-majeure"))
"""Where a document lists no reasons."""
S0: RulingReasons = {"changed": (Clause(AS_PROTESTED, "8.7.4"),)}
S3: RulingReasons = {
    "changed": (Clause(AS_PROTESTED, "9.5"), Clause("outside-influence", "9.6")),
    "replayed": numbered("9.7.1.", "judge-error", "force-majeure"),
}
