"""A person who judges: appointment, panel, rulings, side judges."""
