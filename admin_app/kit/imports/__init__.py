"""Imports of files: read, looked up, mended, sent, reported."""
