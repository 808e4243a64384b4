"""Communities, their members and their security files (communities-campaigns.yaml)."""
