"""Solidary transport: structures, beneficiaries, volunteers, records, proofs (solidary.yaml)."""
