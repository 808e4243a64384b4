"""The small admin framework every feature is declared with; it knows no entity."""
