"""What the application says: the catalogues, the formats, the language of a tab."""
