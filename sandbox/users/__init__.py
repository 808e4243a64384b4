"""Users: lists, items, writing, deletion, export, identity proofs, scammers (upstream/users.yaml)."""
