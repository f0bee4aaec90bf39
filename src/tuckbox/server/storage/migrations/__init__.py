"""The steps that bring older databases to the present schema."""
