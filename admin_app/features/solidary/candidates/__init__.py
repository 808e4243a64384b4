"""The board of candidates: who waits to be accepted by a structure, and what they lack."""
