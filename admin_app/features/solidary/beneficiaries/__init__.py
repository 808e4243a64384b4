"""Beneficiaries: who asks for solidary transport, where they are accepted, and what they gave to show it."""
