"""What stands around every page, and the checks at the start."""
