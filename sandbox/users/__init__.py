"""Users: lists, items, writing, deletion, export, identity proofs, scammers (users.yaml)."""
