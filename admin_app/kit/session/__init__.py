"""Who is signed in, what they may do, and the one door to the API."""
