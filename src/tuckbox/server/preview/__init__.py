"""Pictures for those who preview a link: a table as its page shows it, drawn on the server from the same scene."""
