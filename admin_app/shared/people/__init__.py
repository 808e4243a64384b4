"""What users and hitchhikers share: the same people, seen by two screens. Below the features, knowing neither."""
