"""Supporting structures: who runs them, what they offer, when they drive, and what they ask people to prove."""
