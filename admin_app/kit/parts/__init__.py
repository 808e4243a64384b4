"""What several screens are made of: widgets, cells, maps."""
