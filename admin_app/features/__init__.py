"""The features of the back office: one module or package each, which know no other but its `Resource`."""
