"""What every test needs: the same environment on every machine."""

import os

for _name in list(os.environ):
    if _name.startswith(("ADMIN_", "SANDBOX_", "REFLEX_")):
        del os.environ[_name]
os.environ["REFLEX_TELEMETRY_ENABLED"] = "false"

pytest_plugins = ("tests.fixtures",)
