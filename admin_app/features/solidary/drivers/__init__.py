"""The drivers of a solidary record."""
