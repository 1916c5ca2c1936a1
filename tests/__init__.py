"""Tests of Omertà."""
