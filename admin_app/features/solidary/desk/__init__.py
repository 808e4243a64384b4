"""The desk: the list of today's work, and who calls."""
