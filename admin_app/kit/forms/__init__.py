"""Forms: one for creation and edition, their inputs, lines and files."""
