"""What several features share, of the entities or of their business; none of it knows a feature."""
