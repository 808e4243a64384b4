"""What the public site shows beside its journeys: events, articles and editorials."""
