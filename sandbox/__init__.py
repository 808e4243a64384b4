"""A stand-in for the platform's REST API: its own process, its own data, no code shared with the application."""
