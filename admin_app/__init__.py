"""The back office of a carpooling platform."""
