"""Settings for all tests: `HYPOTHESIS_PROFILE=deep` looks longer and elsewhere each time.

`mutants` does not look for the smallest example: that there is one is enough.
"""

import os

from hypothesis import Phase, settings

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=5_000, print_blob=True)
settings.register_profile("mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
