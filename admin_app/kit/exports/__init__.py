"""Files that the API makes of a list, streamed and registered."""
