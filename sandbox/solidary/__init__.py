"""Solidary transport: structures and their operators so far (solidary.yaml)."""
