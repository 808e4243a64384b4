"""Asking for a journey: the wizard that makes a solidary record, and what its forms share with the edition."""
