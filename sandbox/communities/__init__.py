"""Communities, their members and their security files (upstream/communities-campaigns.yaml)."""
