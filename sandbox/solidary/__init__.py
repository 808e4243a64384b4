"""Solidary transport: structures and their operators so far (upstream/solidary.yaml)."""
