"""Several processes on one database: who conducts, how it changes hands, what they tell each other."""
