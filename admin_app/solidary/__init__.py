"""Solidary transport. Today: the structure the signed-in person works for."""
