"""Every role of the five rule documents. A new one that combines known effects is one more declaration."""

from collections.abc import Mapping

from engine.role_catalogue.box import BOX_ROLES
from engine.role_catalogue.city import CITY_ROLES
from engine.role_catalogue.sport import SPORT_ROLES
from engine.roles import Role

CATALOGUE: Mapping[str, Mapping[str, Role]] = {"sport": SPORT_ROLES, "city": CITY_ROLES, "box": BOX_ROLES}
