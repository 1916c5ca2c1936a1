"""The five rule documents, clause by clause: what it says in words of ours, what becomes of it, what shows it.

One TOML file per document. `make clauses` writes `docs/clauses.md` from them, and refuses if a clause has no line.
"""
