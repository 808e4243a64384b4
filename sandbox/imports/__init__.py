"""Imports of users and relay points from CSV files (session.yaml, import_users, import_relay_points)."""
