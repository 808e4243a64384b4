"""Figures over time: periods, charts, and the frames of the server."""
