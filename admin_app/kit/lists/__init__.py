"""Lists: their state, their page, and what can be done to their rows."""
