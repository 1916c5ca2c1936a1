"""Names of pages as outbox rows store them, where the code calls the page otherwise.

Rows outlive a release: a value here never changes.
"""

TOURNAMENT = "cup"
TOURNAMENT_AWARDS = "cup-awards"
TOURNAMENT_FILE = "cup-file"
STANDINGS = "standings"
PROTEST = "protest"
CUT_BONUSES = "cuts"
STATISTICS = "numbers"
REPORT = "paper"
SETTINGS_LINK = "door"
READY_TEXT = "ready"
PRIVATE_ANSWER = "told"
STEP_MESSAGE = "stage"
FAREWELL = "farewell"
