"""Every widget in every situation, in the demo."""
