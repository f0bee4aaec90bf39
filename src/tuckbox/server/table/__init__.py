"""One table: its seats, its clock, its match, and what each who looks at it is shown."""
