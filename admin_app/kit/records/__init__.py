"""Reading the API through a resource: one record, a search, addresses."""
