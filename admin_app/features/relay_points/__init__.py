"""Relay points, their types, and their import from a file."""
