"""Volunteers: who drives for a structure, when they are free and where they live (VOLUNTEER-1)."""
