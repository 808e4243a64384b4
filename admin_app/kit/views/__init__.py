"""Views: lists under a name, as they were filtered, ordered and laid out, of one person or of everybody."""
