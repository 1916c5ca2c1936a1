"""Words of the locales: texts, and the names of roles, options and clauses."""
