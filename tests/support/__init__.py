"""What the fast tests share: a tab without a browser, and the sandbox in process as its upstream."""
