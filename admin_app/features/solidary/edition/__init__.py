"""The edition of a request, which says what it does before it does it."""
