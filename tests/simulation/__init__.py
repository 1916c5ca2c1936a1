"""Whole games on the virtual clock: network faults and kills of the program come from one seed."""
