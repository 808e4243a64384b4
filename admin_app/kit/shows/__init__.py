"""The page of one record, and what is beside it."""
