"""Results of matches, and ratings of those that all at the table agreed to count."""
