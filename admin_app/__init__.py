"""The back office of a carpooling platform."""

VERSION = "1.0.0"
"""What CHANGELOG.md tells of; shown by `/ready`, in the log and under the name of who is signed in."""
