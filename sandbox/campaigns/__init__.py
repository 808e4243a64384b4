"""Campaigns: their drafts, their recipients, and the mail provider behind them (communities-campaigns.yaml)."""
