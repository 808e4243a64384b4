"""What `make bench` measures; figures depend on the machine, so no test asserts them (docs/performance.md)."""
