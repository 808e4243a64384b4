"""Eligibility: what people gave to be accepted by a structure, what they lack, and the board of those who wait."""
