"""Where the register is (features/register), and who may read it: others lead there."""

ROUTE = "/register"
EXPORTER = "admin_user_export_all"
"""What the server asks of who exports: they take the most away, so they may see what was taken (permissions.yaml)."""
