"""The signed-in person: the way in, what they may do, and what is read with their account."""
