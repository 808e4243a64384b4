"""What an entity is, as plain frozen data: no Reflex, no HTTP."""
