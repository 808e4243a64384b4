"""What make runs: building, serving, the demo and the browser for tests."""
