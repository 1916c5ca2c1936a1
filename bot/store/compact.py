"""Values as the store keeps them: JSON without a blank too many."""

import json

compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""One encoder for all: `json.dumps` makes a new one whenever it is asked for anything unusual."""
