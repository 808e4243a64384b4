"""The file of a solidary record: everything that is known of one request on one screen."""
